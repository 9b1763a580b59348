"""What of a unit's verdicts its student may see, decided once for the page and the reply; pure.

The policy of the bundle hides inputs and expected values of hidden checks. A check that we could
not judge shows nothing but that: its details may quote the check. Failures with one cause are
gathered, so that twenty checks on a missing function say so once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from grader.checks.lines import expected_shown
from grader.checks.shares import decimal, shares
from grader.course import Feedback
from grader.messages import Message, say
from grader.outcome import CheckResult, Failure, Key, KeyResult, Picture, Status, UnitResult

_TELLING = frozenset(
    {
        "compare.key",
        "compare.length",
        "compare.not_zero",
        "compare.relative",
        "compare.shape",
        "compare.signed_zero",
    }
)
"""Sentences from which, with what came, the expected value follows."""

_UNTRIED = (Status.UNANSWERED, Status.NOT_JUDGED)
"""Verdicts that say nothing about the inputs that were drawn."""


@dataclass(frozen=True)
class Judged:
    """One check with its points and what may be shown of its failure."""

    check: CheckResult
    worth: Fraction
    """Points the check is worth."""
    failure: Failure | None

    @property
    def cases(self) -> int:
        """Return how many inputs the verdict rests on."""
        return 0 if self.check.status in _UNTRIED else self.check.cases

    @property
    def tried(self) -> Message:
        """Return verdict, inputs, points and kind of the check in one line."""
        check = self.check
        status = say(f"status.{check.status.value}")
        kind = say("feedback.public") if check.public else say("feedback.hidden")
        worth = points_text(self.worth)
        if not self.cases:
            return say("feedback.check_untried", status=status, worth=worth, kind=kind)
        return say("feedback.check", status=status, cases=self.cases, worth=worth, kind=kind)

    @property
    def input_label(self) -> str:
        """Return what the failing calls are called: of several inputs, the smallest is shown."""
        return "feedback.smallest" if self.cases > 1 else "feedback.input"


@dataclass(frozen=True)
class Cause:
    """Failed checks that failed for one reason; the first has the evidence for all."""

    first: Judged
    others: tuple[Judged, ...]

    @property
    def plain(self) -> bool:
        """Return whether the reason says it all: there is nothing to show beside it."""
        failure = self.first.failure
        return failure is not None and failure == Failure(why=failure.why)


@dataclass(frozen=True)
class KeyEvidence:
    """One key of a unit."""

    key: KeyResult
    passed: tuple[Judged, ...]
    causes: tuple[Cause, ...]

    @property
    def arithmetic(self) -> str:
        """Return how the points came about, e.g. `5 × 0.25 + 2 × 1/6 ≈ 1.58`; "" for nothing."""
        if not (self.key.points and self.passed):
            return ""
        counts = Counter(judged.worth for judged in self.passed)
        terms = [_term(counts[worth], worth) for worth in sorted(counts, reverse=True)]
        exact = sum((judged.worth for judged in self.passed), Fraction(0))
        sign = "=" if exact == Fraction(self.key.points) else "≈"
        return f"{' + '.join(terms)} {sign} {self.key.points}"


def key_evidence(result: UnitResult, key: KeyResult, feedback: Feedback) -> KeyEvidence:
    """Return what the student may see of one key."""
    judged = _judged(result, key.key, Fraction(key.possible), feedback)
    return KeyEvidence(
        key=key,
        passed=tuple(j for j in judged if j.check.status is Status.PASSED),
        causes=_causes([j for j in judged if j.check.status is not Status.PASSED]),
    )


def allowed(check: CheckResult, feedback: Feedback) -> Failure | None:
    """Return the failure of a check without what the student may not see."""
    if check.status is Status.NOT_JUDGED:
        return Failure(why=say("feedback.not_judged"))
    failure = check.failure
    if failure is None:
        return None
    if check.key == "claim" and not check.public:
        # The rule and the count of wrong answers, never a situation: the answers are few.
        failure = replace(failure, calls=(), got="", expected="", where="", picture=None)
    if not check.public and not feedback.show_inputs:
        # A picture shows the shapes that were drawn, and which element came when.
        failure = replace(failure, calls=(), picture=None)
    if not expected_shown(check, feedback):
        why = say("compare.differs") if failure.why.id in _TELLING else failure.why
        failure = replace(failure, why=why, expected="", picture=_unexpecting(failure.picture))
    return failure


def calls(failure: Failure) -> Iterator[str]:
    """Yield the calls of a failure with what each returned."""
    for call in failure.calls:
        yield f"{call.call} → {call.came}" if call.came else call.call


def came(failure: Failure) -> str:
    """Return the value that was judged; "" where the only call shows it already."""
    shown = len(failure.calls) == 1 and failure.calls[0].came == failure.got
    return "" if shown else failure.got


def next_steps(checks: Iterable[CheckResult]) -> tuple[Message, ...]:
    """Return what to do next: one sentence for each kind of failure, worst first."""
    kinds = {c.status for c in checks} - {Status.PASSED}
    ordered = sorted(kinds, key=lambda status: -status.badness)
    return tuple(say(f"feedback.next_{status.value}") for status in ordered)


def points_text(points: Fraction) -> str:
    """Return points without rounding: "0.25" where cents are exact, else "1/6"."""
    return str(points) if (points * 100).denominator != 1 else decimal(points)


def _unexpecting(picture: Picture | None) -> Picture | None:
    return None if picture is None else replace(picture, expected=None)


def _judged(
    result: UnitResult, key: Key, possible: Fraction, feedback: Feedback
) -> tuple[Judged, ...]:
    checks = [c for c in result.checks if c.key == key]
    return tuple(
        Judged(check, possible * share, allowed(check, feedback))
        for check, share in zip(checks, shares(checks), strict=True)
    )


def _causes(failed: Sequence[Judged]) -> tuple[Cause, ...]:
    gathered: dict[object, list[Judged]] = {}
    for position, judged in enumerate(failed):
        gathered.setdefault(_reason(judged) or position, []).append(judged)
    return tuple(Cause(first, tuple(others)) for first, *others in gathered.values())


def _reason(judged: Judged) -> object:
    """Return what failures with one cause share; None for one that stands for itself."""
    failure = judged.failure
    if failure is None:
        return None
    # The same exception from the same line, or a verdict that is not about values at all.
    if failure.traceback or not (failure.calls or failure.got or failure.expected):
        return judged.check.status, failure.why.text("en"), failure.hint, failure.traceback
    return None


def _term(count: int, worth: Fraction) -> str:
    return points_text(worth) if count == 1 else f"{count} × {points_text(worth)}"
