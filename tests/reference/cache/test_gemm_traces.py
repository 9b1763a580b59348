"""The traces of a matrix product are those of its loops, and their misses those of the models."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.cache import gemm_traces
from reference.cache.lru import simulate
from reference.cache.stack_distance import misses_by_capacity
from reference.models import loops, tiles

SIZES = st.integers(0, 5)
QUICK = settings(max_examples=40, deadline=None)


def touched(trace, start, itemsize):
    return ((trace - start) // itemsize).tolist()


@given(st.sampled_from(["".join(p) for p in itertools.permutations("ijk")]), SIZES, SIZES, SIZES)
@QUICK
def test_the_trace_is_that_of_the_nest(order, M, N, K):
    trace = gemm_traces.product(order, M, N, K, itemsize=64)  # an element a line: no room between
    visited = list(loops.visits(order, M, N, K)) if M and N and K else []
    want = [
        place
        for i, j, k in visited
        for place in (i * K + k, M * K + k * N + j, M * K + K * N + i * N + j)
    ]
    assert touched(trace.addresses, 0, 64) == want
    assert trace.array_ids.tolist() == [0, 1, 2] * len(visited)
    assert trace.is_write.tolist() == [False, False, True] * len(visited)


@given(st.integers(1, 7), st.integers(1, 7), st.integers(1, 7), st.integers(1, 4))
@QUICK
def test_tiles_visit_every_step_once(M, N, K, T):
    tiled = gemm_traces.product("ikj", M, N, K, T=T)
    plain = gemm_traces.product("ikj", M, N, K)
    triples = [sorted(map(tuple, t.addresses.reshape(-1, 3).tolist())) for t in (tiled, plain)]
    assert triples[0] == triples[1]


@pytest.mark.parametrize(("M", "N", "K", "T"), [(24, 24, 24, 4), (25, 22, 27, 4), (9, 40, 9, 3)])
def test_tiles_that_fit_miss_what_the_traffic_model_says(M, N, K, T):
    """With lines of an element and room for 4T² + 2T of them, reads of A and B are the model's."""
    trace = gemm_traces.product("ikj", M, N, K, itemsize=4, T=T)
    counts = simulate(
        trace.addresses,
        trace.is_write,
        lines=4 * T * T + 2 * T,
        line_bytes=4,
        array_ids=trace.array_ids,
    )
    model = tiles.tiled_traffic_elems(M, N, K, T, T)
    # A line may stay from one block to the next: fewer misses than the model, never more.
    for misses, bound in zip(counts.misses_by_array, model.values(), strict=True):
        assert 0.99 * bound <= misses <= bound
    if (M, T) == (24, 4):
        assert counts.misses_by_array == tuple(model.values())


def test_the_inner_loop_decides_how_many_lines_of_b_are_fetched():
    """i-j-k walks down B, a line each step; i-k-j along its rows, a line each 16 elements."""
    small = {"lines": 32, "line_bytes": 64}
    fetched = {}
    for order in ("ijk", "ikj"):
        trace = gemm_traces.product(order, 8, 64, 64)
        fetched[order] = simulate(
            trace.addresses, trace.is_write, array_ids=trace.array_ids, **small
        ).misses_by_array[gemm_traces.B]
    assert fetched["ijk"] == 8 * 64 * 64
    assert fetched["ikj"] == 8 * 64 * 64 // 16


def test_a_cache_for_everything_misses_each_line_once():
    trace = gemm_traces.product("kij", 5, 7, 3)
    misses = misses_by_capacity(trace.addresses, 64)
    assert misses[-1] == len(np.unique(trace.addresses // 64))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("ij", 1, 1, 1), "order"), (("ijk", -1, 1, 1), "M"), (("ijk", 1, 1, -2), "K")],
)
def test_what_is_no_product_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        gemm_traces.product(*arguments)
    with pytest.raises(ValueError, match="T must"):
        gemm_traces.product("ijk", 1, 1, 1, T=0)
