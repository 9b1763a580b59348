"""From verdicts to points, in exact fractions; pure.

What each check is worth stands in `checks.shares`. Only PASSED earns. The sum of a key is rounded
half up to 0.01, once, at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grader.checks.shares import decimal, shares
from grader.outcome import CheckResult, Key, KeyResult, Status, worst

__all__ = ["decimal", "earned_share", "score_key", "shares", "total"]


def score_key(key: Key, points: Fraction, checks: Iterable[CheckResult]) -> KeyResult:
    """Return the verdict and the points of one automatic key.

    A key with a check that was NOT_JUDGED, or with no check at all, has no points yet: a person
    has to look, and it must not become a zero.
    """
    mine = [c for c in checks if c.key == key]
    status = worst(c.status for c in mine)
    if status is Status.NOT_JUDGED:
        return KeyResult(key=key, status=status, points="", possible=decimal(points))
    earned = points * earned_share(mine)
    return KeyResult(key=key, status=status, points=decimal(earned), possible=decimal(points))


def earned_share(checks: Sequence[CheckResult]) -> Fraction:
    """Return the share (0 to 1) of a key that its checks earn."""
    worth = zip(checks, shares(checks), strict=True)
    return sum((share for c, share in worth if c.status is Status.PASSED), Fraction(0))


def total(keys: Iterable[KeyResult]) -> Fraction:
    """Return the points of the judged keys."""
    return sum((Fraction(k.points) for k in keys if k.points), Fraction(0))
