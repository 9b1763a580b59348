"""Amdahl's law as a budget: how fast a part must get, and which optimisations to buy.

`amdahl` answers what an acceleration gives; this module asks backwards. Times are milliseconds,
stages run one after another, and every option that is taken adds its overhead.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypedDict

from reference.models import amdahl, domain

MAX_OPTIONS = 6
"""All 2**6 plans are looked at."""
DECIMALS = 9
"""Totals of plans are compared after rounding to 1e-9 ms; below that, rounding would break ties."""


class Option(TypedDict):
    """One optimisation that could be made."""

    name: str
    stage: str
    factor: float
    """By which the stage gets faster, > 0; math.inf is allowed."""
    overhead_ms: float
    """What it costs on top, >= 0."""


def required_factor(
    t1_ms: float, s: float, target_ms: float, overhead_ms: float = 0.0
) -> float | None:
    """Return by which factor the rest must get faster to reach a target time.

    (1 - s) T / (target - s T - H), the p that solves target = s T + (1 - s) T / p + H.

    Parameters
    ----------
    t1_ms : float
        T > 0, the baseline.
    s : float
        Fraction of T that is not accelerated, 0 <= s <= 1.
    target_ms : float
        Time to reach, > 0.
    overhead_ms : float
        H >= 0.

    Returns
    -------
    float or None
        1.0 where T + H is within the target already; None where no factor reaches it, because
        s T + H alone is not below the target. Equal is equal up to `amdahl.REL_TOL` in both.

    Raises
    ------
    ValueError
        A number is out of range or not finite.
    """
    fastest = amdahl.amdahl_ms(t1_ms, s, math.inf, overhead_ms)
    target = domain.real("target_ms", target_ms, above=0)
    slowest = float(t1_ms) + float(overhead_ms)
    if target >= slowest or math.isclose(target, slowest, rel_tol=amdahl.REL_TOL):
        return 1.0
    if target <= fastest or math.isclose(target, fastest, rel_tol=amdahl.REL_TOL):
        return None
    return (1 - float(s)) * float(t1_ms) / (target - fastest)


def plan_total_ms(stage_ms: Mapping[str, float], chosen: Sequence[Option]) -> float:
    """Return the time with the chosen options, Σ t/f over the stages plus all overheads.

    Parameters
    ----------
    stage_ms : mapping
        Time of each stage, >= 0.
    chosen : sequence of Option
        With different names, for known stages, at most one per stage.

    Raises
    ------
    ValueError
        A number is out of range, a name or stage stands there twice, or a stage is unknown.
    """
    times = {name: domain.real(f"stage {name}", t, low=0) for name, t in stage_ms.items()}
    _check_options(times, chosen)
    if len({option["stage"] for option in chosen}) < len(chosen):
        raise ValueError("chosen must hold at most one option for each stage")
    for option in chosen:
        times[option["stage"]] /= amdahl.positive_or_inf("factor", option["factor"])
    return math.fsum([*times.values(), *(float(option["overhead_ms"]) for option in chosen)])


def best_plan(
    stage_ms: Mapping[str, float], options: Sequence[Option], max_options: int
) -> frozenset[str]:
    """Return the names of the options that give the shortest time together.

    Totals are compared after rounding to 1e-9 ms; ties go to fewer options, then to the names that
    come first in the alphabet. Every legal plan is tried: the overheads make taking the largest
    factors first wrong.

    Parameters
    ----------
    stage_ms : mapping
        As in `plan_total_ms`.
    options : sequence of Option
        At most 6, with different names and known stages; several may be for one stage.
    max_options : int
        How many may be taken, >= 0.

    Raises
    ------
    ValueError
        There are more than 6 options, or as in `plan_total_ms`.
    """
    if len(options) > MAX_OPTIONS:
        raise ValueError(f"options must be at most {MAX_OPTIONS}, not {len(options)}")
    _check_options(stage_ms, options)

    def rank(plan: tuple[Option, ...]) -> tuple[float, int, list[str]]:
        names = sorted(option["name"] for option in plan)
        return round(plan_total_ms(stage_ms, plan), DECIMALS), len(plan), names

    best = min(_legal_plans(options, domain.integer("max_options", max_options, 0)), key=rank)
    return frozenset(option["name"] for option in best)


def _legal_plans(options: Sequence[Option], at_most: int) -> Iterator[tuple[Option, ...]]:
    for size in range(min(at_most, len(options)) + 1):
        for plan in combinations(options, size):
            if len({option["stage"] for option in plan}) == size:
                yield plan


def _check_options(stage_ms: Mapping[str, float], options: Sequence[Option]) -> None:
    if len({option["name"] for option in options}) < len(options):
        raise ValueError("options must have different names")
    for option in options:
        domain.choice("stage", option["stage"], stage_ms)
        amdahl.positive_or_inf("factor", option["factor"])
        domain.real("overhead_ms", option["overhead_ms"], low=0)
