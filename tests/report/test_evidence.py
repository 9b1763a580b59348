"""The policy of a bundle, the arithmetic of a key, and failures gathered by cause."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grader.course import Feedback
from grader.messages import say
from grader.outcome import CallShown, CheckResult, Failure, Status, UnitReport
from grader.report.evidence import (
    KeyEvidence,
    allowed,
    calls,
    came,
    key_evidence,
    next_steps,
    points_text,
)
from tests.report.small_reports import CALLS, EMPTY, RAISED, WRONG, check, unit

OPEN = Feedback()
CLOSED = Feedback(show_inputs=False, show_expected="never")
PUBLIC_ONLY = Feedback(show_expected="public")


def evidence(*checks: CheckResult, possible: str = "3", feedback: Feedback = OPEN) -> KeyEvidence:
    made: UnitReport = unit(checks, points={"prop": possible})
    assert made.result is not None
    return key_evidence(made.result, made.result.keys[0], feedback)


# --- policy ---------------------------------------------------------------------------------------


def shown(feedback: Feedback, *, public: bool) -> Failure:
    found = allowed(check("a", Status.WRONG, WRONG, public=public), feedback)
    assert found is not None
    return found


def test_an_open_policy_shows_everything() -> None:
    assert shown(OPEN, public=False) == WRONG


@pytest.mark.parametrize("feedback", [OPEN, PUBLIC_ONLY, CLOSED])
def test_a_public_check_tells_everything_whatever_the_policy(feedback: Feedback) -> None:
    assert shown(feedback, public=True) == WRONG


def test_hidden_inputs_and_expected_values_are_left_out_where_the_policy_says_so() -> None:
    found = shown(CLOSED, public=False)
    assert found.calls == ()
    assert found.expected == ""
    assert (found.got, found.hint) == (WRONG.got, WRONG.hint)


def test_public_only_hides_the_value_and_keeps_the_input() -> None:
    found = shown(PUBLIC_ONLY, public=False)
    assert (found.calls, found.expected) == (CALLS, "")


@pytest.mark.parametrize(
    "why",
    [
        say("compare.relative", factor="0.25", rel="1e-09"),
        say("compare.not_zero", abs="0"),
        say("compare.length", got=3, want=4),
        say("compare.shape", got="(2,)", want="(3,)"),
        say("compare.key", key="'bytes'"),
        say("compare.signed_zero"),
    ],
    ids=lambda why: why.id,
)
def test_a_sentence_that_gives_the_value_away_is_replaced(why: object) -> None:
    hidden = check("a", Status.WRONG, replace(WRONG, why=why))
    found, told = allowed(hidden, CLOSED), allowed(hidden, OPEN)
    assert found is not None
    assert told is not None
    assert (found.why, told.why) == (say("compare.differs"), why)


def test_what_we_could_not_judge_shows_nothing_but_that() -> None:
    found = allowed(check("a", Status.NOT_JUDGED, WRONG, public=True), OPEN)
    assert found == Failure(why=say("feedback.not_judged"))


def test_a_hidden_claim_never_shows_a_situation() -> None:
    why = say("claim.wrong", rule="带宽", total=200, count=3)
    failed = check("a", Status.WRONG, replace(WRONG, why=why), key="claim")
    found = allowed(failed, OPEN)
    assert found is not None
    assert (found.why, found.calls, found.got, found.expected) == (why, (), "", "")


# --- arithmetic -----------------------------------------------------------------------------------


def test_the_arithmetic_of_a_key_is_shown_term_by_term() -> None:
    checks = [check("a"), check("b"), check("c", of=("g",)), check("d", Status.WRONG, WRONG)]
    assert evidence(*checks).arithmetic == "1.5 + 2 × 0.5 = 2.5"


def test_a_rounded_sum_says_that_it_was_rounded() -> None:
    checks = [check(str(i)) for i in range(6)] + [check("x", Status.WRONG, WRONG)]
    assert evidence(*checks, possible="1").arithmetic == "6 × 1/7 ≈ 0.86"


@pytest.mark.parametrize("status", [Status.WRONG, Status.NOT_JUDGED])
def test_nothing_earned_or_nothing_known_has_no_arithmetic(status: Status) -> None:
    assert evidence(check("a", status)).arithmetic == ""


@pytest.mark.parametrize(("value", "text"), [("1/4", "0.25"), ("1/6", "1/6"), ("3", "3")])
def test_points_are_exact(value: str, text: str) -> None:
    assert points_text(Fraction(value)) == text


# --- causes ---------------------------------------------------------------------------------------


def test_one_exception_in_one_line_is_told_once() -> None:
    found = evidence(check("a", Status.ERROR, RAISED), check("b"), check("c", Status.ERROR, RAISED))
    assert [(c.first.check.name, [o.check.name for o in c.others]) for c in found.causes] == [
        ("a", ["c"])
    ]
    assert [judged.check.name for judged in found.passed] == ["b"]


def test_wrong_values_stand_for_themselves() -> None:
    found = evidence(check("a", Status.WRONG, WRONG), check("b", Status.WRONG, WRONG))
    assert [len(cause.others) for cause in found.causes] == [0, 0]


def test_missing_answers_are_gathered_by_function() -> None:
    other = Failure(why=say("student.stub", name="g"))
    found = evidence(
        check("a", Status.UNANSWERED, EMPTY),
        check("b", Status.UNANSWERED, other, of=("g",)),
        check("c", Status.UNANSWERED, EMPTY),
    )
    assert [len(cause.others) for cause in found.causes] == [1, 0]
    assert all(cause.plain for cause in found.causes)
    assert not evidence(check("a", Status.ERROR, RAISED)).causes[0].plain


def test_a_verdict_without_a_failure_is_still_shown() -> None:
    assert len(evidence(check("a", Status.CRASHED)).causes) == 1


# --- words ----------------------------------------------------------------------------------------


def test_only_a_verdict_about_inputs_counts_them() -> None:
    tried = evidence(check("a", Status.WRONG, WRONG, cases=67)).causes[0].first
    assert tried.tried.args["cases"] == 67
    assert tried.input_label == "feedback.smallest"
    once = evidence(check("a", Status.WRONG, WRONG, cases=1)).causes[0].first
    assert once.input_label == "feedback.input"
    missing = evidence(check("a", Status.UNANSWERED, EMPTY)).causes[0].first
    assert missing.tried.id == "feedback.check_untried"


def test_each_call_shows_what_came_and_a_single_one_is_not_repeated() -> None:
    assert list(calls(WRONG)) == ["transfer_s(total_bytes=1.0, messages=2) → 0.5"]
    assert came(WRONG) == ""
    two = replace(WRONG, calls=(CallShown("f(1)", "2"), CallShown("f(2)")))
    assert list(calls(two)) == ["f(1) → 2", "f(2)"]
    assert came(two) == "0.5"


def test_next_steps_name_each_kind_of_failure_once_worst_first() -> None:
    steps = next_steps(
        [check("a"), check("b", Status.WRONG), check("c", Status.WRONG), check("d", Status.CRASHED)]
    )
    assert [step.id for step in steps] == ["feedback.next_CRASHED", "feedback.next_WRONG"]
    assert next_steps([check("a")]) == ()
