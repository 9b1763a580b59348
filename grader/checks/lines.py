"""One check's verdict as lines of text: the same in a notebook, in a terminal and in a reply."""

from __future__ import annotations

from collections.abc import Iterator

from grader.course import Feedback
from grader.messages import Lang, say
from grader.outcome import CheckResult, Failure, Status

MARK = {Status.PASSED: "✓", Status.UNANSWERED: "·", Status.NOT_JUDGED: "?"}
OPEN = Feedback()
"""Everything may be shown: a student's own public checks."""


def mark(status: Status) -> str:
    """Return one character for a verdict: ✓ passed, · unanswered, ? not judged, ✗ the rest."""
    return MARK.get(status, "✗")


def check_lines(check: CheckResult, lang: Lang, feedback: Feedback = OPEN) -> Iterator[str]:
    """Yield the lines of one check: its sentence, and the evidence when it did not pass."""
    yield f"  {mark(check.status)} {check.title.text(lang)}"
    if check.failure is not None:
        yield from (f"      {line}" for line in failure_lines(check, check.failure, lang, feedback))


def failure_lines(
    check: CheckResult, failure: Failure, lang: Lang, feedback: Feedback
) -> Iterator[str]:
    """Yield why a check failed, as far as the feedback policy allows."""
    yield failure.why.text(lang)
    if failure.hint is not None:
        yield say("report.hint", hint=failure.hint.text(lang)).text(lang)
    if check.public or feedback.show_inputs:
        for call in failure.calls:
            came = f" -> {call.came}" if call.came else ""
            yield f"{call.call}{came}"
    if failure.got:
        where = f" {failure.where}" if failure.where else ""
        yield say("report.got", where=where, value=failure.got).text(lang)
    if failure.expected and expected_shown(check, feedback):
        yield say("report.expected", value=failure.expected).text(lang)
    yield from failure.traceback


def expected_shown(check: CheckResult, feedback: Feedback) -> bool:
    """Return whether the policy lets the student see what should have come."""
    allowed = {"always": True, "public": check.public, "never": False}[feedback.show_expected]
    return check.public or allowed
