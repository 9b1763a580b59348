"""Inputs of x12, drawn inside its domain.

Times are multiples of 8 ms, factors powers of two and overheads multiples of 1/2 ms: totals are
exact however they are added, and plans often tie, so that the rules for ties count.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

INF = float("inf")
STAGES = ("load", "gemm", "post", "save")
NAMES = ("a", "ab", "b", "b10", "b9", "c", "gemm16", "gemm8", "z")
"""In the order of the alphabet; b10 comes before b9, and gemm16 before gemm8."""
MOST_OPTIONS = 6

Stages = dict[str, float]
Option = dict[str, Any]


def targets() -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `required_factor`.

    The target is drawn in 16ths of the way from s T + H to T + H. At 0 and below
    no factor is enough, at 16 and above none is needed.
    """
    # Half of them beyond or on one of the two limits; the ends of s often.
    sixteenths = st.sampled_from((-4, -4, -1, -1, 0, 0, 0, 16, 16, 17, 20, *range(1, 16)))
    return st.builds(
        _target,
        st.integers(1, 1000).map(lambda n: 16 * n),
        st.sampled_from((0, 64)) | st.integers(1, 63) | st.integers(1, 63),
        sixteenths,
        st.just(0.0) | st.integers(1, 400).map(lambda n: n / 8),
    ).filter(lambda case: case["target_ms"] > 0)


def decimal_targets() -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `required_factor` for targets within reach, in decimal numbers."""
    return st.builds(
        _decimal_target,
        st.integers(10, 9999),
        st.integers(0, 90),
        st.integers(2, 98),
        st.integers(0, 300),
    )


def tight_and_loose_targets() -> SearchStrategy[list[dict[str, Any]]]:
    """Return the arguments of `required_factor` for two targets of one program, the tighter first.

    The looser one may need no acceleration; neither is near one of the two limits.
    """
    share = st.integers(2, 98) | st.integers(102, 150)
    return st.builds(
        lambda tenths, hundredths, shares, overhead: [
            _decimal_target(tenths, hundredths, share, overhead) for share in sorted(shares)
        ],
        st.integers(10, 9999),
        st.integers(0, 90),
        st.tuples(st.integers(2, 98), share),
        st.integers(0, 300),
    )


@st.composite
def stages(draw: st.DrawFn) -> Stages:
    """Return the times of one to four stages in ms, not all of them 0."""
    names = draw(st.lists(st.sampled_from(STAGES), min_size=1, max_size=4, unique=True))
    times = [8.0 * draw(st.integers(0, 12)) for _ in names]
    return dict(zip(names, times, strict=True)) | {names[0]: times[0] + 8.0}


def factors() -> SearchStrategy[float]:
    """Return factors of an option: powers of two, a slowdown, infinity."""
    return st.sampled_from((0.5, 1.0, 2.0, 4.0, 8.0, 16.0, INF))


def overheads() -> SearchStrategy[float]:
    """Return overheads of an option in ms, small ones often."""
    return st.sampled_from((0.0, 1.0, 2.0, 4.0)) | st.integers(0, 60).map(lambda n: n / 2)


@st.composite
def menus(draw: st.DrawFn, of: Stages) -> list[Option]:
    """Return up to six options with different names; several may be for one stage."""
    names = draw(st.lists(st.sampled_from(NAMES), max_size=MOST_OPTIONS, unique=True))
    return [
        {
            "name": name,
            "stage": draw(st.sampled_from(sorted(of))),
            "factor": draw(factors()),
            "overhead_ms": draw(overheads()),
        }
        for name in names
    ]


@st.composite
def decisions(draw: st.DrawFn) -> dict[str, Any]:
    """Return the arguments of `best_plan`."""
    stage_ms = draw(stages())
    return {
        "stage_ms": stage_ms,
        "options": draw(menus(stage_ms)),
        "max_options": draw(st.integers(0, MOST_OPTIONS)),
    }


@st.composite
def tied_decisions(draw: st.DrawFn) -> dict[str, Any]:
    """Return the arguments of `best_plan` where plans tie: equal stages, few kinds of options."""
    stage_ms = {"gemm": 64.0, "load": 64.0, "post": 8.0}
    kinds = st.sampled_from(((2.0, 0.0), (4.0, 16.0), (1.0, 0.0)))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True))
    options = []
    for name in names:
        factor, overhead_ms = draw(kinds)
        stage = draw(st.sampled_from(("gemm", "load")))
        options.append({"name": name, "stage": stage, "factor": factor, "overhead_ms": overhead_ms})
    return {"stage_ms": stage_ms, "options": options, "max_options": draw(st.integers(1, 3))}


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    """Return the arguments of `plan_total_ms`: at most one option for each stage."""
    stage_ms = draw(stages())
    by_stage = {option["stage"]: option for option in draw(menus(stage_ms))}
    return {"stage_ms": stage_ms, "chosen": list(by_stage.values())}


def _decimal_target(tenths: int, hundredths: int, share: int, overhead: int) -> dict[str, Any]:
    # share: percent of the way from s T + H to T + H.
    return {
        "t1_ms": tenths / 10,
        "s": hundredths / 100,
        "target_ms": (hundredths + (100 - hundredths) * share / 100) * tenths / 1000
        + overhead / 10,
        "overhead_ms": overhead / 10,
    }


def _target(t1_ms: int, s64: int, sixteenths: int, overhead_ms: float) -> dict[str, Any]:
    s = s64 / 64
    target_ms = s * t1_ms + (1 - s) * t1_ms * sixteenths / 16 + overhead_ms
    return {"t1_ms": float(t1_ms), "s": s, "target_ms": target_ms, "overhead_ms": overhead_ms}
