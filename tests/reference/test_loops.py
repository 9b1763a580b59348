"""Loop orders: what every order shares, what the formulas count, and walks that count the same."""

from itertools import groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import loops, lru, tiles

ORDERS = st.sampled_from(loops.ORDERS)
SIZES = st.integers(1, 5)
QUICK = settings(max_examples=50, deadline=None)


def test_the_strides_of_the_unit():
    assert loops.inner_strides("ijk", 5, 7, 3) == {"A": 1, "B": 7, "C": 0}
    assert loops.inner_strides("ikj", 5, 7, 3) == {"A": 0, "B": 1, "C": 1}
    assert loops.inner_strides("kji", 5, 7, 3) == {"A": 3, "B": 0, "C": 7}


@given(ORDERS, st.integers(2, 6), st.integers(2, 6), st.integers(2, 6))
@QUICK
def test_the_strides_are_differences_of_addresses(order, M, N, K):
    first, second = list(loops.visits(order, M, N, K))[:2]

    def addresses(visit):
        i, j, k = visit
        return {"A": i * K + k, "B": k * N + j, "C": i * N + j}

    before, after = addresses(first), addresses(second)
    steps = {name: after[name] - before[name] for name in before}
    assert loops.inner_strides(order, M, N, K) == steps


@given(ORDERS, SIZES, SIZES, SIZES)
@QUICK
def test_every_order_visits_all_and_each_sum_sees_k_ascending(order, M, N, K):
    visited = list(loops.visits(order, M, N, K))
    assert len(visited) == len(set(visited)) == M * N * K
    for i in range(M):
        for j in range(N):
            seen = [k for at_i, at_j, k in visited if (at_i, at_j) == (i, j)]
            assert loops.k_sequence(order, i, j, M, N, K) == seen == list(range(K))


@pytest.mark.parametrize("name", loops.CHANGES_BITS)
def test_each_of_these_may_change_bits(name):
    harmless = {"tile_size_changed": True, "a_hoisted": True}
    assert not loops.same_bits_guaranteed(harmless | {name: True})
    assert loops.same_bits_guaranteed(harmless | {name: False})


@pytest.mark.parametrize(
    "name", ["loop_order_ij_changed", "tile_size_changed", "more_threads_over_ij", "a_hoisted"]
)
def test_these_are_harmless(name):
    assert loops.same_bits_guaranteed({name: True})


def test_no_change_changes_nothing():
    assert loops.same_bits_guaranteed({})


def test_the_counts_of_c01():
    hoisted = loops.access_counts("ikj", 5, 7, 3)
    assert hoisted == {"a_reads": 15, "b_reads": 105, "c_reads": 105, "c_writes": 140}
    assert loops.access_counts("ikj", 5, 7, 3, hoist=False)["a_reads"] == 105
    accumulated = loops.access_counts("ijk", 5, 7, 3)
    assert accumulated == {"a_reads": 105, "b_reads": 105, "c_reads": 0, "c_writes": 35}
    assert loops.access_counts("jki", 5, 7, 3)["b_reads"] == 21


@given(ORDERS, SIZES, SIZES, SIZES)
@QUICK
def test_a_register_saves_the_repeats_of_the_fixed_operand(order, M, N, K):
    visited = list(loops.visits(order, M, N, K))
    accesses = {
        "a_reads": [(i, k) for i, _, k in visited],
        "b_reads": [(k, j) for _, j, k in visited],
        "c_writes": [(i, j) for i, j, _ in visited],
    }
    moves = loops.inner_strides(order, M, N, K)
    counts = loops.access_counts(order, M, N, K)
    for name, sequence in accesses.items():
        # One value of the innermost index may be all there is, hence runs of that loop's length.
        run = {"i": M, "j": N, "k": K}[order[-1]]
        loads = sequence if moves[name[0].upper()] else sequence[::run]
        fill = M * N if name == "c_writes" and moves["C"] else 0
        assert counts[name] == len(loads) + fill


def test_empty_sums_still_write_c():
    for order in loops.ORDERS:
        counts = loops.access_counts(order, 2, 3, 0)
        assert counts == {"a_reads": 0, "b_reads": 0, "c_reads": 0, "c_writes": 6}
    assert loops.access_counts("ikj", 2, 0, 3)["a_reads"] == 6
    assert loops.access_counts("ikj", 2, 0, 3, hoist=False)["a_reads"] == 0


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
@QUICK
def test_the_reads_of_ikj_in_order(M, N, K):
    expected = [(k, j) for _ in range(M) for k in range(K) for j in range(N)]
    assert list(loops.ikj_b_reads(M, N, K)) == expected
    hoisted = list(loops.ikj_a_reads(M, N, K))
    assert hoisted == [(i, k) for i in range(M) for k in range(K)]
    assert len(hoisted) == loops.access_counts("ikj", M, N, K)["a_reads"]
    plain = list(loops.ikj_a_reads(M, N, K, hoist=False))
    assert len(plain) == loops.access_counts("ikj", M, N, K, hoist=False)["a_reads"]
    if N:
        assert [element for element, _ in groupby(plain)] == hoisted


def tiled_requests(M, N, K, T):
    """Return the element accesses of tiled loops as one-byte requests on A, then B, then C."""
    requests = []
    for rows, columns in tiles.output_tiles(M, N, T, T):
        requests += [("W", M * K + K * N + i * N + j, 1) for i in rows for j in columns]
        for k0 in range(0, K, T):
            for i in rows:
                for k in range(k0, min(k0 + T, K)):
                    for j in columns:
                        requests.append(("R", i * K + k, 1))
                        requests.append(("R", M * K + k * N + j, 1))
                        requests.append(("W", M * K + K * N + i * N + j, 1))
    return requests


@pytest.mark.parametrize(("M", "N", "K", "T"), [(12, 12, 12, 4), (9, 10, 11, 3), (4, 4, 32, 4)])
def test_tiled_loops_stay_within_the_bounds_of_their_cache(M, N, K, T):
    bounds = loops.tiled_trace_bounds(M, N, K, T)
    misses = np.zeros(3, int)
    for step in lru.steps(tiled_requests(M, N, K, T), bounds["lines"], 1):
        array = int(np.searchsorted([M * K, M * K + K * N], step.line, side="right"))
        misses[array] += not step.hit
    assert (misses <= [bounds["a"], bounds["b"], bounds["c"]]).all()


def test_the_bounds_are_the_tile_traffic():
    assert loops.tiled_trace_bounds(25, 22, 27, 4) == {
        "a": 25 * 27 * 6,
        "b": 27 * 22 * 7,
        "c": 2 * 25 * 22,
        "lines": 80,
    }


@pytest.mark.parametrize(
    "bad", [{"order": "iij"}, {"i": 2}, {"i": -1}, {"j": 3}, {"M": 0}, {"N": 0}, {"K": 0}]
)
def test_a_sequence_refuses_what_lies_outside(bad):
    valid = {"order": "ijk", "i": 0, "j": 0, "M": 2, "N": 3, "K": 4}
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        loops.k_sequence(**valid | bad)


def test_the_other_functions_refuse_what_lies_outside():
    with pytest.raises(ValueError, match="order must be one of ijk"):
        loops.inner_strides("abc", 1, 1, 1)
    with pytest.raises(ValueError, match="M must"):
        loops.inner_strides("ijk", 0, 1, 1)
    with pytest.raises(ValueError, match="order must"):
        loops.access_counts("ij", 1, 1, 1)
    with pytest.raises(ValueError, match="K must"):
        loops.access_counts("ijk", 1, 1, -1)
    with pytest.raises(ValueError, match="T must"):
        loops.tiled_trace_bounds(1, 1, 1, 0)
