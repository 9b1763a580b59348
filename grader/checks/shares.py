"""What each check of a key is worth, and points as text; pure.

A key's points are divided equally over the entry points that its checks name, then by weight among
the checks of one entry point, public and hidden together. `gradebook.score` adds up what was
earned, `report` shows the arithmetic to the student: both read it here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grader.outcome import CheckResult

CENT = Fraction(1, 100)


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
