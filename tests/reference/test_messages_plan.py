"""Packing, fitting and pipelining against the numbers of x09 and against trying everything."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.messages import transfer_s
from reference.models.messages_plan import (
    best_chunks,
    fit_latency_bandwidth,
    is_packing,
    pack_messages,
    pipelined_s,
)
from tests.reference.literals import quoted

few = settings(max_examples=50, deadline=None)
LATENCY_S, BYTES_PER_S = 10e-6, 20e9
NAN, INF = math.nan, math.inf
items = st.lists(st.integers(1, 9), max_size=8)
hops = st.integers(1, 6)
totals = st.floats(1.0, 1e9)
latencies = st.floats(1e-7, 1e-3)
rates = st.floats(1e8, 1e12)


def fewest_messages(sizes: list[int], max_bytes: int) -> int:
    """Return the smallest count over all ways to cut the items into consecutive groups."""
    if not sizes:
        return 0
    n = len(sizes)
    for count in range(1, n + 1):
        for cuts in itertools.combinations(range(1, n), count - 1):
            ends = zip([0, *cuts], [*cuts, n], strict=True)
            if all(sum(sizes[a:b]) <= max_bytes for a, b in ends):
                return count
    raise AssertionError("an item does not fit")


def test_numbers_of_packing() -> None:
    assert pack_messages([3, 3, 3, 5, 1], 7) == [[0, 1], [2], [3, 4]]


@pytest.mark.parametrize(
    ("chunks", "microseconds"), [(1, "240"), (3, "160"), (4, "157.5"), (5, "160")]
)
def test_numbers_of_pipelining(chunks: int, microseconds: str) -> None:
    assert pipelined_s(1e6, chunks, 4, LATENCY_S, BYTES_PER_S) == quoted(microseconds, 1e-6)


def test_four_chunks_are_best() -> None:
    assert best_chunks(1e6, 4, LATENCY_S, BYTES_PER_S, 64) == 4


@few
@given(items, st.integers(9, 30))
def test_packing_keeps_order_and_needs_the_fewest(sizes: list[int], max_bytes: int) -> None:
    groups = pack_messages(sizes, max_bytes)
    assert is_packing(groups, sizes, max_bytes)
    assert [item for group in groups for item in group] == list(range(len(sizes)))
    assert len(groups) == fewest_messages(sizes, max_bytes) >= -(-sum(sizes) // max_bytes)


@pytest.mark.parametrize(
    "groups",
    [
        [[0, 1, 2], [3, 4]],  # 9 bytes in 7
        [[0, 1], [2], [3]],  # one is missing
        [[0, 1], [2], [3, 4], []],
        [[1, 0], [2], [3, 4]],
        [[0, 1], [2], [2], [3, 4]],
    ],
)
def test_other_groups_are_no_packing(groups: list[list[int]]) -> None:
    assert not is_packing(groups, [3, 3, 3, 5, 1], 7)
    assert is_packing([[0], [1, 2], [3], [4]], [3, 3, 3, 5, 1], 7)


@few
@given(st.lists(st.integers(0, 10**7), min_size=2, max_size=12), latencies, rates)
def test_an_exact_line_is_recovered(sizes: list[int], latency: float, rate: float) -> None:
    sizes = [*sizes, max(sizes) + 10**6]
    times = [transfer_s(size, 1, latency, rate) for size in sizes]
    got_latency, got_rate = fit_latency_bandwidth(sizes, times)
    assert math.isclose(got_latency, latency, rel_tol=1e-6)
    assert math.isclose(got_rate, rate, rel_tol=1e-6)


@few
@given(st.integers(3, 20), st.integers(0, 2**32 - 1))
def test_noisy_times_are_fitted_as_numpy_does(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    sizes = np.arange(1, n + 1) * 1e5
    times = (LATENCY_S + sizes / BYTES_PER_S) * rng.uniform(0.9, 1.1, n)
    slope, intercept = np.polyfit(sizes, times, 1)
    latency, rate = fit_latency_bandwidth(sizes, times)
    assert math.isclose(rate, 1 / slope, rel_tol=1e-9)
    assert math.isclose(latency, intercept, rel_tol=1e-6, abs_tol=1e-12)


@few
@given(st.floats(0.1, 10))
def test_slower_clocks_scale_both_numbers(scale: float) -> None:
    sizes, times = [1e3, 5e4, 1e6], [12e-6, 14e-6, 65e-6]
    latency, rate = fit_latency_bandwidth(sizes, times)
    scaled = fit_latency_bandwidth(sizes, [scale * t for t in times])
    assert scaled == pytest.approx((scale * latency, rate / scale), rel=1e-9)


@few
@given(totals, st.integers(1, 100), latencies, rates)
def test_one_hop_is_a_batch_of_messages(
    total: float, chunks: int, latency: float, rate: float
) -> None:
    got = pipelined_s(total, chunks, 1, latency, rate)
    assert math.isclose(got, transfer_s(total, chunks, latency, rate), rel_tol=1e-12)
    assert best_chunks(total, 1, latency, rate, 100) == 1


@few
@given(totals, st.integers(2, 6), rates, st.integers(1, 50))
def test_without_latency_more_chunks_are_better(
    total: float, path: int, rate: float, most: int
) -> None:
    assert best_chunks(total, path, 0.0, rate, most) == most


@few
@given(st.integers(0, 400), hops, st.integers(0, 8), st.integers(1, 40))
def test_the_best_count_is_the_smallest_of_the_fastest(
    total: int, path: int, latency: int, most: int
) -> None:
    # Rate 64 and small integers: with counts that are multiples, sums are exact and ties happen.
    times = [(c + path - 1) * (latency * c * 64 + total) / (64 * c) for c in range(1, most + 1)]
    first = min(c for c, t in enumerate(times, 1) if math.isclose(t, min(times), rel_tol=1e-12))
    assert best_chunks(total, path, latency, 64, most) == first


@few
@given(totals, hops, latencies, rates, st.integers(1, 10_000))
def test_the_best_count_is_near_the_root(
    total: float, path: int, latency: float, rate: float, most: int
) -> None:
    root = math.sqrt((path - 1) * total / (latency * rate))
    assert abs(best_chunks(total, path, latency, rate, most) - min(max(root, 1), most)) <= 1


@pytest.mark.parametrize(("sizes", "max_bytes"), [([8], 7), ([0], 7), ([-1], 7), ([], 0)])
def test_packing_refuses(sizes: list[int], max_bytes: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        pack_messages(sizes, max_bytes)
    with pytest.raises(ValueError, match="must be"):
        is_packing([], sizes, max_bytes)


@pytest.mark.parametrize(
    ("sizes", "times"),
    [
        ([1.0], [1.0]),
        ([1.0, 2.0], [1.0]),
        ([2.0, 2.0], [1.0, 3.0]),
        ([1.0, 2.0], [3.0, 1.0]),
        ([1.0, 2.0], [1.0, 1.0]),
        ([1.0, NAN], [1.0, 2.0]),
        ([1.0, 2.0], [1.0, INF]),
        ([-1.0, 2.0], [1.0, 2.0]),
    ],
)
def test_fitting_refuses(sizes: list[float], times: list[float]) -> None:
    with pytest.raises(ValueError, match="must"):
        fit_latency_bandwidth(sizes, times)


def test_pipelining_refuses() -> None:
    for call in (
        lambda: pipelined_s(-1.0, 1, 1, 0.0, 1.0),
        lambda: pipelined_s(1.0, 0, 1, 0.0, 1.0),
        lambda: pipelined_s(1.0, 1, 0, 0.0, 1.0),
        lambda: pipelined_s(1.0, 1, 1, -1.0, 1.0),
        lambda: pipelined_s(1.0, 1, 1, 0.0, 0.0),
        lambda: best_chunks(NAN, 2, 0.0, 1.0, 4),
        lambda: best_chunks(1.0, 0, 0.0, 1.0, 4),
        lambda: best_chunks(1.0, 2, 0.0, INF, 4),
        lambda: best_chunks(1.0, 2, 0.0, 1.0, 0),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()
