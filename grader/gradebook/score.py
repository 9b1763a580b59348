"""From verdicts to points, in exact fractions; pure.

A key's points are divided equally over the entry points that its checks name, then by weight among
the checks of one entry point, public and hidden together. Only PASSED earns. The sum of a key is
rounded half up to 0.01, once, at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grader.outcome import CheckResult, Key, KeyResult, Status, worst

CENT = Fraction(1, 100)


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


def shares(checks: Sequence[CheckResult]) -> tuple[Fraction, ...]:
    """Return the share of a key that each check is worth, in order; they add up to 1.

    By position and not by name: a public and a hidden check may have the same one.
    """
    entry_points = {name for c in checks for name in c.of}
    weights = {e: sum(c.weight for c in checks if e in c.of) for e in entry_points}
    return tuple(
        sum((Fraction(c.weight, weights[e]) for e in set(c.of)), Fraction(0)) / len(entry_points)
        for c in checks
    )


def decimal(points: Fraction) -> str:
    """Return points rounded half up to 0.01, without trailing zeros: "2.25", "3", "0"."""
    cents = (points / CENT + Fraction(1, 2)).__floor__()
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)


def total(keys: Iterable[KeyResult]) -> Fraction:
    """Return the points of the judged keys."""
    return sum((Fraction(k.points) for k in keys if k.points), Fraction(0))
