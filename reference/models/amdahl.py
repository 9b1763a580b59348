"""How much faster the whole gets when a part does: stages, Amdahl's law, and what overhead costs.

Fractions are of the baseline's time, not of its operations. A factor below 1 is a slowdown, an
infinite one removes the part. Stages run one after another. All times are milliseconds.

Source: G. M. Amdahl, "Validity of the single processor approach to achieving large scale computing
capabilities", AFIPS 30 (1967), 483-485.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set

from reference.models import domain

REL_TOL = 1e-9
"""Times that differ less than this (relatively) are equal."""


def staged_total_ms(stage_ms: Sequence[float], factor: Sequence[float]) -> float:
    """Return the time of all stages when stage i is factor_i times faster, Σ t_i / f_i.

    Parameters
    ----------
    stage_ms : sequence of float, length >= 1
        Time of each stage before, >= 0, not all 0.
    factor : sequence of float, of the same length
        > 0; math.inf is allowed.

    Raises
    ------
    ValueError
        The lengths differ, there is no stage or no time, or a number is out of range.
    """
    domain.same_length(stage_ms=stage_ms, factor=factor)
    factors = [positive_or_inf(f"factor[{i}]", f) for i, f in enumerate(factor)]
    return math.fsum(t / f for t, f in zip(_stages(stage_ms), factors, strict=True))


def overall_speedup(stage_ms: Sequence[float], factor: Sequence[float]) -> float:
    """Return the speedup of the whole, Σ t_i / Σ (t_i / f_i); math.inf where nothing is left.

    Arguments and errors as in `staged_total_ms`.
    """
    total = staged_total_ms(stage_ms, factor)
    return math.fsum(_stages(stage_ms)) / total if total else math.inf


def speedup_ceiling(stage_ms: Sequence[float], accelerated: Set[int]) -> float:
    """Return the speedup if the accelerated stages took no time at all.

    Parameters
    ----------
    stage_ms : sequence of float
        As in `staged_total_ms`.
    accelerated : set of int
        Indices of stages, from 0.

    Returns
    -------
    float
        At least 1; math.inf where no time is outside the accelerated stages.

    Raises
    ------
    ValueError
        As in `staged_total_ms`, or an index is out of range.
    """
    last = len(stage_ms) - 1
    chosen = {domain.integer("an index in accelerated", i, 0, last) for i in accelerated}
    factors = [math.inf if i in chosen else 1.0 for i in range(len(stage_ms))]
    return overall_speedup(stage_ms, factors)


def amdahl_ms(t1_ms: float, s: float, p: float, overhead_ms: float = 0.0) -> float:
    """Return the time after accelerating all but a fraction s, s T + (1 - s) T / p + H.

    Parameters
    ----------
    t1_ms : float
        T > 0, the baseline.
    s : float
        Fraction of T that is not accelerated, 0 <= s <= 1.
    p : float
        Factor by which the rest is faster, > 0; math.inf is allowed.
    overhead_ms : float
        H >= 0, what the acceleration costs on top.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    total, s = _baseline(t1_ms, s)
    overhead = domain.real("overhead_ms", overhead_ms, low=0)
    return s * total + (1 - s) * total / positive_or_inf("p", p) + overhead


def amdahl_speedup(s: float, p: float) -> float:
    """Return Amdahl's 1 / (s + (1 - s) / p), without overhead; math.inf for s = 0 and infinite p.

    At most 1/s for p >= 1. Parameters and errors as in `amdahl_ms`.
    """
    left = amdahl_ms(1.0, s, p)
    return 1 / left if left else math.inf


def break_even_overhead_ms(
    t1_ms: float, s: float, p_old: float, p_new: float, overhead_old_ms: float = 0.0
) -> float:
    """Return the overhead at which going from p_old to p_new gains nothing.

    H_new = H_old + (1 - s) T (1/p_old - 1/p_new); negative where even a free change loses.

    Parameters
    ----------
    t1_ms, s
        As in `amdahl_ms`.
    p_old, p_new : float
        Factors before and after, > 0; math.inf is allowed.
    overhead_old_ms : float
        H_old >= 0.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    total, s = _baseline(t1_ms, s)
    old, new = positive_or_inf("p_old", p_old), positive_or_inf("p_new", p_new)
    overhead = domain.real("overhead_old_ms", overhead_old_ms, low=0)
    return overhead + (1 - s) * total * (1 / old - 1 / new)


def judge_upgrade(
    t1_ms: float,
    s: float,
    p_old: float,
    overhead_old_ms: float,
    p_new: float,
    overhead_new_ms: float,
) -> str:
    """Return whether the new version is faster than the old one: "gain", "tie" or "loss".

    Both are `amdahl_ms` of the same baseline; a tie is equality up to `REL_TOL`.

    Raises
    ------
    ValueError
        A number is out of range, as in `amdahl_ms`.
    """
    old = amdahl_ms(t1_ms, s, p_old, overhead_old_ms)
    new = amdahl_ms(t1_ms, s, p_new, overhead_new_ms)
    if math.isclose(new, old, rel_tol=REL_TOL):
        return "tie"
    return "gain" if new < old else "loss"


def positive_or_inf(name: str, value: float) -> float:
    """Return a factor of acceleration: a positive real number or math.inf.

    Raises
    ------
    ValueError
        Zero, negative or NaN.
    """
    return math.inf if value == math.inf else domain.real(name, value, above=0)


def _stages(stage_ms: Sequence[float]) -> list[float]:
    domain.same_length(1, stage_ms=stage_ms)
    times = domain.reals("stage_ms", stage_ms, low=0)
    if not any(times):
        raise ValueError("stage_ms must not all be 0")
    return times


def _baseline(t1_ms: float, s: float) -> tuple[float, float]:
    return domain.real("t1_ms", t1_ms, above=0), domain.real("s", s, low=0, high=1)
