"""One check against one submission: every way it can end, and the verdict of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from grader.box import Raised
from grader.checks import draws
from grader.checks.arrays import poisoned
from grader.checks.compare import close, exact, holds
from grader.checks.declare import check, given
from grader.checks.session import Verdict, run_check
from grader.checks.student import Answers, Student, expects
from grader.errors import BoxError
from grader.messages import say
from grader.outcome import CheckResult, Failure, Status
from tests.checks.fake_box import Dies, FakeBox, death


def declared(
    body: Callable[..., Any], key: Any = "prop", strategies: tuple[Any, ...] = (), **fields: Any
) -> Any:
    """Return `body` as a declared check of `f`."""
    body.__doc__ = "中文。\n\nEnglish."
    body.__name__ = "test_it"
    if strategies:
        body = given(*strategies)(body)
    return check(key, of=fields.pop("of", "f"), **fields)(body)


def run(function: Any, box: FakeBox, *rules: str, answers: Answers | None = None) -> Verdict:
    student = Student(box, answers, rules)
    return run_check(function, student, unit="q01_unit", salt="salt", public=False)


def judged(function: Any, *rules: str, **submission: Any) -> Verdict:
    return run(function, FakeBox(submission), *rules)


def failure(verdict: Verdict) -> Failure:
    assert verdict.result.failure is not None
    return verdict.result.failure


def doubles(student: Student, n: int = 21) -> None:
    exact(student.call("f", n=n), 2 * n)


def example() -> Any:
    return declared(lambda student: doubles(student))


def property_() -> Any:
    return declared(doubles, strategies=(st.integers(0, 1000),))


# --- passing --------------------------------------------------------------------------------------


def test_a_right_answer_passes() -> None:
    verdict = judged(example(), f=lambda n: 2 * n)
    assert verdict.result.status is Status.PASSED
    assert verdict.result.cases == 1
    assert verdict == Verdict(verdict.result)


def test_a_property_passes_if_every_case_does() -> None:
    box = FakeBox({"f": lambda n: 2 * n})
    verdict = run(property_(), box)
    assert (verdict.result.status, verdict.result.cases) == (Status.PASSED, 100)
    assert len({kwargs["n"] for _, _, kwargs in box.asked}) > 50


def test_the_result_says_what_was_declared() -> None:
    function = declared(lambda student: student.call("f"), key="trace", of=("f", "g"), weight=3)
    student = Student(FakeBox({"f": lambda: 1}))
    result = run_check(function, student, unit="u", salt="s", public=True).result
    assert (result.name, result.key) == ("test_it", "trace")
    assert (result.of, result.weight) == (("f", "g"), 3)
    assert (result.public, result.title.zh, result.title.en) == (True, "中文。", "English.")
    assert msgspec.json.decode(msgspec.json.encode(result), type=CheckResult) == result


def test_a_check_that_calls_nothing_is_no_evidence() -> None:
    for body in (lambda student: None, lambda student: exact(1, 1)):
        verdict = judged(declared(body), f=lambda: 1)
        assert verdict.result.status is Status.NOT_JUDGED
        assert failure(verdict).why.id == "check.no_call"
        assert verdict.detail == "test_it"


def test_only_a_declared_check_is_run() -> None:
    with pytest.raises(TypeError, match="@check"):
        judged(lambda student: None)


# --- wrong ----------------------------------------------------------------------------------------


def test_a_wrong_answer_is_wrong_with_call_and_values() -> None:
    verdict = judged(example(), f=lambda n: n + 1)
    assert verdict.result.status is Status.WRONG
    found = failure(verdict)
    assert [(c.call, c.came) for c in found.calls] == [("f(n=21)", "22")]
    assert (found.got, found.expected) == ("22", "42")


def test_the_smallest_failing_case_is_the_evidence() -> None:
    verdict = judged(property_(), f=lambda n: 2 * n + (n > 100))
    assert verdict.result.status is Status.WRONG
    assert [(c.call, c.came) for c in failure(verdict).calls] == [("f(n=101)", "203")]
    assert failure(verdict).got == "203"


@pytest.mark.parametrize("budget", [1, 2, 5, 20])
def test_evidence_and_values_are_of_one_case_even_if_the_budget_ends(
    monkeypatch: pytest.MonkeyPatch, budget: int
) -> None:
    """The last case run is then not the smallest one that failed."""
    monkeypatch.setattr(draws, "SHRINK_CASES", budget)
    wrong = judged(
        declared(doubles, strategies=(st.integers(0, 10**9),)), f=lambda n: 2 * n + (n % 7 == 3)
    )
    found = failure(wrong)
    (shown,) = found.calls
    assert shown.came == found.got
    n = int(shown.call.removeprefix("f(n=").removesuffix(")"))
    assert n % 7 == 3
    assert found.got == str(2 * n + 1)


def test_the_same_submission_gives_the_same_record() -> None:
    def f(n: int) -> int:
        return 2 * n if n < 500 else 0

    assert judged(property_(), f=f) == judged(property_(), f=f)


def test_an_answer_that_changes_when_asked_again_is_wrong() -> None:
    calls: list[int] = []

    def f(n: int) -> int:
        calls.append(n)
        return 0 if len(calls) == 60 else 2 * n

    verdict = judged(property_(), f=f)
    assert verdict.result.status is Status.WRONG
    assert failure(verdict).why.id == "student.flaky"


# --- the student's exceptions ---------------------------------------------------------------------


def test_an_exception_of_the_student_is_an_error_with_its_lines() -> None:
    def f(n: int) -> int:
        return [1, 2, 3][n]

    verdict = judged(example(), f=f)
    assert verdict.result.status is Status.ERROR
    found = failure(verdict)
    assert found.why.args == {"type": "IndexError", "message": "list index out of range"}
    assert found.traceback[-1].endswith("return [1, 2, 3][n]")
    assert [(c.call, c.came) for c in found.calls] == [("f(n=21)", "raise IndexError")]
    assert verdict.detail == ""


def test_an_exception_is_shrunk_too() -> None:
    def f(n: int) -> int:
        if n >= 50:
            raise ValueError(n)
        return 2 * n

    found = failure(judged(property_(), f=f))
    assert found.why.args == {"type": "ValueError", "message": "50"}
    assert [c.call for c in found.calls] == ["f(n=50)"]


@pytest.mark.parametrize("name", ["CheckFailed", "Stop", "HypothesisException", "AssertionError"])
def test_an_exception_by_a_name_of_ours_is_an_error_like_any_other(name: str) -> None:
    for function in (example(), property_()):
        verdict = judged(function, f=Raised(name, ("Exception",), "PASSED"))
        assert verdict.result.status is Status.ERROR


def test_a_function_that_is_not_implemented_is_unanswered() -> None:
    def f(n: int) -> int:
        raise NotImplementedError

    for function in (example(), property_()):
        box = FakeBox({"f": f})
        assert run(function, box).result.status is Status.UNANSWERED
        assert len(box.asked) == 1
    assert judged(example()).result.status is Status.UNANSWERED


# --- the author's mistakes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        lambda student: _assert(student.call("f") == 2),
        lambda student: student.call("f") + "1",
        lambda student: student.call("f") / 0,
        lambda student: student.cal("f"),
        lambda student: pytest.skip("not today"),
        lambda student: pytest.fail("no"),
        lambda student: _exit(),
        lambda student: assume(False),
        lambda student: student.call("f", out=("C",)),
    ],
    ids=["assert", "type", "zero", "typo", "skip", "fail", "exit", "assume", "out"],
)
def test_a_broken_check_is_not_judged(body: Any) -> None:
    verdict = judged(declared(body), f=lambda: 1)
    assert verdict.result.status is Status.NOT_JUDGED
    assert failure(verdict).why.id == "check.author"
    assert "test_session.py" in verdict.detail


def _assert(condition: bool) -> None:
    assert condition


def _exit() -> None:
    raise SystemExit(0)


@pytest.mark.parametrize("drawn", [False, True])
def test_the_authors_traceback_is_for_the_ta_only(drawn: bool) -> None:
    def broken(student: Student, n: int = 1) -> None:
        student.call("f", n=n)
        secret_expectation = {"answer": 42}
        secret_expectation["anwser"]

    function = (
        declared(broken, strategies=(st.integers(),))
        if drawn
        else declared(lambda student: broken(student))
    )
    box = FakeBox({"f": lambda n: n})
    verdict = run(function, box)
    assert verdict.result.status is Status.NOT_JUDGED
    assert 'secret_expectation["anwser"]' in verdict.detail
    assert b"secret" not in msgspec.json.encode(verdict.result)
    assert len(box.asked) == 1  # it is not shrunk


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers(5, 1),
        st.integers().filter(lambda n: False),
        st.builds(lambda: 1 / 0),
        st.just(lambda: None),
    ],
    ids=["invalid", "unsatisfiable", "raises", "unpicklable"],
)
def test_a_strategy_that_draws_nothing_is_not_judged(strategy: Any) -> None:
    verdict = judged(declared(doubles, strategies=(strategy,)), f=lambda n: 1)
    assert verdict.result.status is Status.NOT_JUDGED
    assert verdict.detail


def test_a_strategy_that_changes_is_the_authors_mistake_not_a_flaky_student() -> None:
    state: list[int] = []

    @st.composite
    def changing(draw: Any) -> int:
        state.append(1)
        return int(draw(st.integers(0, 10**6 + len(state))))

    verdict = judged(declared(doubles, strategies=(changing(),)), f=lambda n: 2 * n + (n > 100))
    assert verdict.result.status is Status.NOT_JUDGED


def test_an_interrupt_is_no_verdict() -> None:
    def interrupted(student: Student) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged(declared(interrupted))


# --- deaths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "status",
    [
        Status.TIME_LIMIT,
        Status.MEMORY_LIMIT,
        Status.OUTPUT_LIMIT,
        Status.CRASHED,
        Status.FORBIDDEN,
    ],
)
def test_a_death_ends_the_check_at_once_and_leaves_a_fresh_box(status: Status) -> None:
    def f(n: int) -> int:
        if n > 100:
            raise Dies(death(status, starved=status is Status.TIME_LIMIT))
        return 2 * n

    box = FakeBox({"f": f})
    verdict = run(property_(), box)
    assert verdict.result.status is status
    assert verdict.starved is (status is Status.TIME_LIMIT)
    deadly = [kwargs["n"] for _, _, kwargs in box.asked if kwargs["n"] > 100]
    assert len(deadly) == 1  # no shrinking: each call could cost seconds
    assert box.recovered == 1
    assert [c.call for c in failure(verdict).calls] == [f"f(n={deadly[0]})"]
    assert verdict.result.cases == len(box.asked)


def test_a_failure_of_our_box_is_not_judged() -> None:
    verdict = judged(property_(), f=BoxError(say("box.setup_failed", detail="walls")))
    assert verdict.result.status is Status.NOT_JUDGED
    assert failure(verdict).why.id == "check.unplayed"
    assert "walls" in verdict.detail


def test_one_bad_function_costs_only_its_own_checks() -> None:
    def dies(n: int) -> int:
        raise Dies(death(Status.CRASHED))

    box = FakeBox({"f": dies, "g": lambda n: 2 * n, "h": lambda n: n})
    student = Student(box)

    def status(name: str) -> Status:
        function = declared(lambda student: exact(student.call(name, n=21), 42), of=name)
        return run_check(function, student, unit="u", salt="s", public=False).result.status

    assert [status(name) for name in "fghifg"] == [
        Status.CRASHED,
        Status.PASSED,
        Status.WRONG,
        Status.UNANSWERED,
        Status.CRASHED,
        Status.PASSED,
    ]


# --- refusals (err) -------------------------------------------------------------------------------


def refusal() -> Any:
    def refuses(student: Student) -> None:
        for n in (-1, -2):
            with expects(ValueError):
                student.call("f", n=n)

    return declared(refuses, key="err", valid={"n": 21})


def root(n: int) -> int:
    if n < 0:
        raise ValueError("n < 0")
    return n


def test_a_function_that_refuses_only_what_is_invalid_passes() -> None:
    verdict = judged(refusal(), f=root)
    assert verdict.result.status is Status.PASSED


def test_the_valid_call_comes_first() -> None:
    box = FakeBox({"f": root})
    run(refusal(), box)
    assert [kwargs["n"] for _, _, kwargs in box.asked] == [21, -1, -2]


def test_refusing_everything_earns_nothing() -> None:
    def f(n: int) -> int:
        raise ValueError("always")

    verdict = judged(refusal(), f=f)
    assert verdict.result.status is Status.ERROR
    found = failure(verdict)
    assert found.why.id == "refuse.valid_first"
    assert [c.call for c in found.calls] == ["f(n=21)"]
    assert found.traceback


def test_the_valid_call_is_made_of_every_entry_point() -> None:
    def refuses(student: Student) -> None:
        with expects(ValueError):
            student.call("f", n=-1)

    function = declared(refuses, key="err", valid={"n": 1}, of=("f", "g"))
    assert judged(function, f=root).result.status is Status.UNANSWERED
    assert judged(function, f=root, g=root).result.status is Status.PASSED


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (AssertionError, Status.WRONG),
        (ZeroDivisionError, Status.WRONG),
        (TypeError, Status.WRONG),
        (SystemExit, Status.WRONG),
        (NotImplementedError, Status.UNANSWERED),
        (UnicodeError, Status.PASSED),
    ],
)
def test_only_the_right_exception_is_a_refusal(error: type[BaseException], status: Status) -> None:
    def f(n: int) -> int:
        if n < 0:
            raise error
        return n

    assert judged(refusal(), f=f).result.status is status


@pytest.mark.parametrize("sentinel", [None, -1, "error", False, float("nan")], ids=repr)
def test_a_sentinel_is_no_refusal(sentinel: Any) -> None:
    verdict = judged(refusal(), f=lambda n: n if n >= 0 else sentinel)
    assert verdict.result.status is Status.WRONG
    assert failure(verdict).why == say("refuse.returned", wanted="ValueError")
    assert [c.call for c in failure(verdict).calls] == ["f(n=-1)"]


# --- rules about arrays, and constants ------------------------------------------------------------


def product(student: Student) -> None:
    A = np.ones((2, 3), np.float32)
    _, C = student.call("f", A=A, C=poisoned((2, 3)), out=("C",))
    exact(C, A)


def test_the_rules_about_arrays_are_kept_apart_from_the_answer() -> None:
    def right(A: np.ndarray, C: np.ndarray) -> None:
        C[...] = A

    def spoils(A: np.ndarray, C: np.ndarray) -> None:
        C[...] = A
        A.flags.writeable = True
        A[0] = 7

    def overruns(A: np.ndarray, C: np.ndarray) -> None:
        C[...] = A
        C.base[0] = 0  # type: ignore[index]

    function = declared(product)
    rules = ("FROZEN", "POISON")
    assert judged(function, *rules, f=right).result.status is Status.PASSED
    for wrong, name in ((spoils, "A"), (overruns, "C")):
        verdict = judged(function, *rules, f=wrong)
        assert verdict.result.status is Status.FORBIDDEN
        assert failure(verdict).why.args == {"name": name}
    assert judged(function, *rules, f=lambda A, C: None).result.status is Status.WRONG


def test_an_output_that_is_not_poisoned_is_the_authors_mistake() -> None:
    def careless(student: Student) -> None:
        A = np.ones((2, 3), np.float32)
        student.call("f", A=A, C=np.arange(6.0), out=("C",))

    verdict = judged(declared(careless), "POISON", f=lambda A, C: None)
    assert verdict.result.status is Status.NOT_JUDGED
    assert "rule POISON" in verdict.detail


def test_a_constant_is_gone_after_the_check() -> None:
    def with_tile(student: Student) -> None:
        student.set("TILE", 8)
        exact(student.call("f"), 8)

    box = FakeBox({})
    box._namespace = {"f": lambda: box.constants.get("TILE", 32)}
    student = Student(box)

    def status(body: Any) -> Status:
        function = declared(body)
        return run_check(function, student, unit="u", salt="s", public=False).result.status

    assert status(with_tile) is Status.PASSED
    assert status(lambda student: exact(student.call("f"), 32)) is Status.PASSED


# --- every verb counts ----------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [None, True, "42", [42], float("nan"), 10**400, np.int8(42)])
def test_a_verb_decides_whatever_comes(answer: Any) -> None:
    for verb in (
        lambda student: exact(student.call("f"), 43),
        lambda student: close(student.call("f"), 43.0),
        lambda student: holds(student.call("f") == 43, zh="是 43。", en="It is 43."),
    ):
        assert judged(declared(verb), f=lambda: answer).result.status is Status.WRONG
