"""The lines of a verdict: what policy hides is nowhere in them."""

from __future__ import annotations

import pytest

from grader.checks.lines import check_lines, mark
from grader.course import Feedback, ShowExpected
from grader.messages import say
from grader.outcome import CallShown, CheckResult, Failure, Status, Text

FAILURE = Failure(
    why=say("compare.differs"),
    calls=(CallShown("f(x=1)", "41"), CallShown("g()")),
    got="41",
    expected="42",
    where="[3]",
    hint=Text("看 n。", "Look at n."),
    traceback=("cell 2, line 1, in f: return 41",),
)


def check(status: Status, *, public: bool = False, failure: Failure | None = None) -> CheckResult:
    title = Text("答案是 42。", "The answer is 42-ish.")
    return CheckResult("test_f", "ex", ("f",), 1, public, title, status, 1, failure)


def lines(result: CheckResult, lang: str = "en", feedback: Feedback = Feedback()) -> str:  # noqa: B008
    return "\n".join(check_lines(result, lang, feedback))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        (Status.PASSED, "✓"),
        (Status.UNANSWERED, "·"),
        (Status.WRONG, "✗"),
        (Status.ERROR, "✗"),
        (Status.TIME_LIMIT, "✗"),
        (Status.CRASHED, "✗"),
        (Status.NOT_JUDGED, "?"),
    ],
)
def test_each_verdict_has_a_mark(status: Status, shown: str) -> None:
    assert mark(status) == shown


def test_a_check_that_passed_is_its_sentence() -> None:
    assert lines(check(Status.PASSED)) == "  ✓ The answer is 42-ish."
    assert lines(check(Status.PASSED), "zh") == "  ✓ 答案是 42。"


def test_a_check_that_failed_shows_its_evidence() -> None:
    assert lines(check(Status.WRONG, public=True, failure=FAILURE)).splitlines() == [
        "  ✗ The answer is 42-ish.",
        "      the value is not right.",
        "      hint: Look at n.",
        "      f(x=1) -> 41",
        "      g()",
        "      got [3]: 41",
        "      expected: 42",
        "      cell 2, line 1, in f: return 41",
    ]
    assert "看 n。" in lines(check(Status.WRONG, failure=FAILURE), "zh")


@pytest.mark.parametrize(
    ("policy", "public", "shown"),
    [
        ("always", False, True),
        ("public", False, False),
        ("never", False, False),
        ("always", True, True),
        ("public", True, True),
        ("never", True, True),  # a student reads public checks anyway
    ],
)
def test_the_policy_hides_what_should_have_come(
    policy: ShowExpected, public: bool, shown: bool
) -> None:
    result = check(Status.WRONG, public=public, failure=FAILURE)
    assert ("expected: 42" in lines(result, feedback=Feedback(show_expected=policy))) is shown


@pytest.mark.parametrize(("public", "shown"), [(False, False), (True, True)])
def test_the_policy_hides_the_inputs(public: bool, shown: bool) -> None:
    result = check(Status.WRONG, public=public, failure=FAILURE)
    assert ("f(x=1)" in lines(result, feedback=Feedback(show_inputs=False))) is shown
