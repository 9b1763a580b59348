"""Speedup, FLOP and scaling against the numbers of x11, and what makes runs comparable."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.speedup import (
    CONDITIONS,
    comparable,
    efficiency,
    flop_rate,
    gemm_flop,
    speedup,
    weak_scaling_side,
)

few = settings(max_examples=50, deadline=None)
NAN, INF = math.nan, math.inf
times = st.floats(1e-9, 1e9)
counts = st.integers(1, 10**6)
sizes = st.integers(0, 5000)
RUN = {
    "task": "gemm",
    "correctness_check": "bound",
    "dtype": "float32",
    "input_shape": (512, 512, 512),
    "timing_boundary": "kernel",
    "machine": "a",
    "compiler_flags": "-O3",
    "implementation": "ijk",
}


def test_numbers_of_the_unit() -> None:
    assert speedup(0.100, 0.050) == 2.0
    assert efficiency(0.100, 0.050, 10) == 0.2
    assert flop_rate(1e9, 1e-3) == 1e12
    assert gemm_flop(1024, 1024, 1024, "fma2") == 2_147_483_648
    assert gemm_flop(1024, 1024, 1024, "exact") == 2_146_435_072
    assert weak_scaling_side(1024, 8) == 2048


@few
@given(times, times, counts)
def test_efficiency_times_processors_is_speedup(t1: float, tp: float, p: int) -> None:
    assert math.isclose(efficiency(t1, tp, p) * p, speedup(t1, tp), rel_tol=1e-12)


@few
@given(sizes, sizes, sizes)
def test_gemm_flop_by_counting(M: int, N: int, K: int) -> None:
    products, sums = K, max(0, K - 1)
    assert gemm_flop(M, N, K, "exact") == M * N * (products + sums)
    assert gemm_flop(M, N, K, "fma2") == M * N * (products + K)


@few
@given(sizes)
def test_twice_the_side_is_eight_times_the_work(s: int) -> None:
    assert gemm_flop(2 * s, 2 * s, 2 * s, "fma2") == 8 * gemm_flop(s, s, s, "fma2")


@few
@given(sizes, sizes, st.integers(1, 5000))
def test_exact_saves_one_sum_an_output(M: int, N: int, K: int) -> None:
    assert gemm_flop(M, N, K, "exact") == gemm_flop(M, N, K, "fma2") - M * N


def test_nothing_to_multiply_is_no_work() -> None:
    assert gemm_flop(3, 4, 0, "exact") == gemm_flop(3, 4, 0, "fma2") == 0
    assert flop_rate(0, 1.0) == 0


@few
@given(st.floats(1, 1e5), st.floats(0.01, 100), st.floats(0.01, 100))
def test_weak_scaling_composes(side: float, first: float, second: float) -> None:
    twice = weak_scaling_side(weak_scaling_side(side, first), second)
    assert math.isclose(twice, weak_scaling_side(side, first * second), rel_tol=1e-12)
    # The work of each processor stays.
    scaled = weak_scaling_side(side, first)
    assert math.isclose(scaled**3 / first, side**3, rel_tol=1e-12)


def test_only_the_implementation_may_differ() -> None:
    assert comparable(RUN, {**RUN, "implementation": "tiled", "note": "warm"})
    for condition in CONDITIONS:
        assert not comparable(RUN, {**RUN, condition: "another"})


def test_what_is_not_stated_does_not_compare() -> None:
    for condition in CONDITIONS:
        partial = {key: value for key, value in RUN.items() if key != condition}
        assert not comparable(RUN, partial)
        assert not comparable(partial, RUN)
        assert not comparable(partial, partial)
    assert comparable({key: RUN[key] for key in CONDITIONS}, RUN)


@st.composite
def runs(draw: st.DrawFn) -> dict[str, int]:
    """Return a record whose conditions are mostly 0 and now and then missing."""
    values = {key: draw(st.sampled_from([0, 0, 0, 0, 0, 1, None])) for key in CONDITIONS}
    return {key: value for key, value in values.items() if value is not None}


@few
@given(runs(), runs(), runs())
def test_comparable_is_symmetric_and_transitive(a: dict, b: dict, c: dict) -> None:
    assert comparable(a, b) is comparable(b, a)
    if comparable(a, b) and comparable(b, c):
        assert comparable(a, c)


def test_bad_input_is_refused() -> None:
    for call in (
        lambda: speedup(0.0, 1.0),
        lambda: speedup(1.0, 0.0),
        lambda: speedup(1.0, NAN),
        lambda: efficiency(1.0, 1.0, 0),
        lambda: efficiency(INF, 1.0, 1),
        lambda: gemm_flop(-1, 1, 1, "fma2"),
        lambda: gemm_flop(1, 1, 1, "fma"),
        lambda: flop_rate(-1.0, 1.0),
        lambda: flop_rate(1.0, 0.0),
        lambda: weak_scaling_side(0.0, 1.0),
        lambda: weak_scaling_side(1.0, 0.0),
        lambda: weak_scaling_side(1.0, INF),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()
