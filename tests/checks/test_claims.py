"""A claim is judged over many situations: no guess passes, and no situation is given away."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.checks.claims import draw_scenarios, judge_claim
from grader.checks.declare import Scenario, check, claims, scenario, spec_of
from grader.checks.draws import seed_of
from grader.checks.session import Verdict, run_check
from grader.checks.student import Student
from grader.outcome import Status
from tests.checks.fake_box import FakeBox

SEED = seed_of("salt", "q01_unit", "test_rooms")
ANSWERS = ("yes", "no")


def fits(size: int, room: int) -> str:
    return "yes" if size <= room else "no"


def right(scenario: Scenario) -> str:
    return fits(**scenario.args)


def rooms() -> st.SearchStrategy[Scenario]:
    """Situations of two rules; the room is nearly always too small."""
    sizes = st.integers(1, 10**6)
    return st.builds(
        lambda size, room: scenario("one_room" if size % 2 else "two_rooms", size=size, room=room),
        sizes,
        st.integers(1, 10**4) | sizes,
    )


def few() -> st.SearchStrategy[Scenario]:
    return st.integers(1, 12).map(lambda n: scenario("r", size=n, room=6))


def claim(scenarios: Any, answers: tuple[Any, ...] = ANSWERS, answer: Any = right) -> Any:
    """Return a declared claim."""

    def test_rooms(scenario: Scenario) -> Any:
        """装得下吗？

        Does it fit?
        """
        return answer(scenario)

    return check("claim", of="room_for")(claims(scenarios, answers=answers)(test_rooms))


def drawn(function: Any, seed: int = SEED) -> list[tuple[Scenario, Any]]:
    spec = spec_of(function)
    assert spec is not None
    return draw_scenarios(spec, function, seed)


def judged(function: Any, **submission: Any) -> Verdict:
    student = Student(FakeBox(submission))
    return run_check(function, student, unit="q01_unit", salt="salt", public=False)


# --- the situations -------------------------------------------------------------------------------


def test_many_situations_are_drawn_and_each_answer_often() -> None:
    situations = drawn(claim(rooms()))
    assert len(situations) >= 200
    counts = Counter(want for _, want in situations)
    assert set(counts) == set(ANSWERS)
    assert min(counts.values()) >= 20


def test_a_rare_answer_is_drawn_until_there_is_enough_of_it() -> None:
    """One in 40: 200 draws would hold five of them."""
    rare = st.integers(0, 10**6).map(lambda n: scenario("r", size=n % 40, room=n, seed=n))
    situations = drawn(claim(rare, answer=lambda s: "yes" if s.args["size"] == 7 else "no"))
    assert Counter(want for _, want in situations)["yes"] >= 20
    assert len(situations) > 200


def test_no_situation_comes_twice() -> None:
    situations = [repr(s) for s, _ in drawn(claim(rooms()))]
    assert len(set(situations)) == len(situations)


def test_the_whole_class_faces_the_same_situations() -> None:
    assert drawn(claim(rooms())) == drawn(claim(rooms()))
    assert drawn(claim(rooms())) != drawn(claim(rooms()), SEED + 1)


def test_a_small_domain_is_taken_whole() -> None:
    assert sorted(s.args["size"] for s, _ in drawn(claim(few()))) == list(range(1, 13))


def test_a_list_is_taken_as_it_is() -> None:
    two = [scenario("a", size=1, room=2), scenario("b", size=3, room=2)]
    assert drawn(claim(two)) == [(two[0], "yes"), (two[1], "no")]


@pytest.mark.parametrize(
    ("scenarios", "answers", "match"),
    [
        (few(), ("yes", "nope"), "'no'"),
        ([scenario("a", size=1, room=2)], ANSWERS, "'no'"),
        ([], ANSWERS, "'yes'"),
        (few(), ("yes", "no", "perhaps"), "'perhaps'"),
        (few(), ("yes", True), "'no'"),
    ],
    ids=range(5),
)
def test_answers_that_do_not_fit_are_the_authors_mistake(
    scenarios: Any, answers: tuple[Any, ...], match: str
) -> None:
    function = claim(scenarios, answers)
    with pytest.raises(ValueError, match=match):
        drawn(function)
    verdict = judged(function, room_for=fits)
    assert verdict.result.status is Status.NOT_JUDGED
    assert "answer" in verdict.detail
    assert verdict.result.failure is not None
    assert verdict.result.failure.why.id == "check.author"


def test_an_answer_that_fails_is_the_authors_mistake() -> None:
    verdict = judged(claim(few(), answer=lambda s: s.args["raum"]), room_for=fits)
    assert verdict.result.status is Status.NOT_JUDGED
    assert "KeyError" in verdict.detail


# --- the verdict ----------------------------------------------------------------------------------


def test_no_mistake_passes() -> None:
    verdict = judged(claim(rooms()), room_for=fits)
    assert verdict.result.status is Status.PASSED
    assert verdict.result.cases >= 200
    assert verdict.result.failure is None


def guessing() -> Callable[..., str]:
    state = 1

    def guess(size: int, room: int) -> str:
        nonlocal state
        state = state * 48271 % (2**31 - 1)
        return ANSWERS[state % 2]

    return guess


WRONG = {
    "always_yes": lambda size, room: "yes",
    "always_no": lambda size, room: "no",
    "guess": guessing(),
    "half_right": lambda size, room: fits(size, room) if size % 2 else "no",
    "seldom_wrong": lambda size, room: "yes" if size <= 1.1 * room else "no",
    "other_spelling": lambda size, room: fits(size, room).title(),
    "a_bool": lambda size, room: size <= room,
    "none": lambda size, room: None,
    "nan": lambda size, room: math.nan,
    "a_list": lambda size, room: [fits(size, room)],
}


@pytest.fixture(scope="module")
def situations() -> list[Scenario]:
    """Drawn once: that takes about as long as all of these tests together."""
    return [situation for situation, _ in drawn(claim(rooms()))]


@pytest.mark.parametrize("name", WRONG)
def test_whatever_is_wrong_once_loses_the_claim(name: str, situations: list[Scenario]) -> None:
    verdict = judged(claim(situations), room_for=WRONG[name])
    assert verdict.result.status is Status.WRONG
    failure = verdict.result.failure
    assert failure is not None
    assert failure.why.id == "claim.wrong"
    assert failure.why.args["rule"] in ("one_room", "two_rooms")
    assert 0 < failure.why.args["count"] <= failure.why.args["total"]  # type: ignore[operator]
    # No situation is given away.
    assert set(failure.why.args) == {"rule", "count", "total"}
    hidden = (failure.calls, failure.got, failure.expected, failure.where, failure.traceback)
    assert hidden == ((), "", "", "", ())


def test_the_rule_with_most_mistakes_is_named_with_its_count() -> None:
    situations = [scenario("even", size=n, room=5) for n in range(0, 10, 2)]
    situations += [scenario("odd", size=n, room=5) for n in range(1, 10, 2)]
    verdict = judged(claim(situations), room_for=lambda size, room: "yes" if size % 2 else "no")
    # even: 0, 2, 4 fit and are denied; odd: 7 and 9 do not fit
    assert verdict.result.failure is not None
    assert verdict.result.failure.why.args == {"rule": "even", "count": 3, "total": 5}
    text = verdict.result.failure.why.text("en")
    assert text == "rule “even”: 3 of 5 situations are answered wrongly."


def test_an_exception_of_the_student_is_an_error_without_the_call(
    situations: list[Scenario],
) -> None:
    def broken(size: int, room: int) -> str:
        raise ZeroDivisionError("division by zero")

    verdict = judged(claim(situations), room_for=broken)
    assert verdict.result.status is Status.ERROR
    assert verdict.result.failure is not None
    assert verdict.result.failure.calls == ()


def test_a_claim_asks_about_every_situation(situations: list[Scenario]) -> None:
    box = FakeBox({"room_for": lambda size, room: "yes"})
    function = claim(situations)
    spec = spec_of(function)
    assert spec is not None
    with pytest.raises(Exception, match=r"claim\.wrong"):
        judge_claim(spec, function, Student(box), SEED)
    assert [kwargs for _, _, kwargs in box.asked] == [s.args for s in situations]
