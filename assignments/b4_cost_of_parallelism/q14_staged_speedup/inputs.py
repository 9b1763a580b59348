"""Inputs of q14, drawn inside its domain.

Times are multiples of 1/4 ms. Whoever subtracts the accelerated stages from the total then gets
exactly what the others add up to, so "nothing is left" is an exact 0 in every honest way to count.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

INF = float("inf")
MOST_STAGES = 6


def stage_times(at_least: int = 1) -> SearchStrategy[list[float]]:
    """Return the times of some stages in ms: 0 ms, a short one, up to 1 s; not all of them 0."""
    quarters = st.just(0) | st.integers(1, 40) | st.integers(1, 4000)
    times = st.lists(quarters.map(lambda n: n / 4), min_size=at_least, max_size=MOST_STAGES)
    return times.filter(any)


def finite_factors() -> SearchStrategy[float]:
    """Return factors of single stages: unchanged, slowdowns, and up to 99 times faster."""
    return st.sampled_from((1.0, 0.25, 0.5, 2.0, 8.0)) | st.integers(1, 990).map(lambda n: n / 10)


def factors() -> SearchStrategy[float]:
    """Return factors, infinite ones among them."""
    return finite_factors() | st.just(INF)


@st.composite
def pipelines(draw: st.DrawFn, one_factor: SearchStrategy[float] | None = None) -> dict[str, Any]:
    """Return the arguments of `staged_total_ms` and `overall_speedup`."""
    times = draw(stage_times())
    factor = st.lists(
        factors() if one_factor is None else one_factor, min_size=len(times), max_size=len(times)
    )
    return {"stage_ms": times, "factor": draw(factor)}


@st.composite
def choices(draw: st.DrawFn) -> dict[str, Any]:
    """Return the arguments of `speedup_ceiling`: from no stage accelerated to all of them."""
    times = draw(stage_times())
    indices = st.integers(0, len(times) - 1)
    return {"stage_ms": times, "accelerated": draw(st.sets(indices, max_size=len(times)))}


def shifts() -> SearchStrategy[int]:
    """Return by how many places the stages move round."""
    return st.integers(1, MOST_STAGES)
