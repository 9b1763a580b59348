"""Attention in tiles against attention from the whole table, and the numbers of x19."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.attention import (
    NEUTRAL,
    attention,
    attention_flop,
    flash_attention,
    merge_stats,
    online_stats,
    score_bytes,
    statistics_bytes,
    tile_bytes,
)

GIB, MIB = 2**30, 2**20
INF, NAN = math.inf, math.nan
few = settings(max_examples=50, deadline=None)
extents = st.integers(1, 12)
seeds = st.integers(0, 10_000)
pairs = st.one_of(
    st.just(NEUTRAL), st.tuples(st.floats(-700, 700), st.floats(1, 1e6, allow_subnormal=False))
)


def close(got: np.ndarray, want: np.ndarray) -> bool:
    return bool(np.allclose(got, want, rtol=1e-9, atol=1e-12))


def matrices(T: int, S: int, d: int, dv: int, seed: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    return tuple(rng.standard_normal(shape) for shape in ((T, d), (S, d), (S, dv)))


def by_rows(Q: np.ndarray, K: np.ndarray, V: np.ndarray, causal: bool) -> np.ndarray:
    """Return attention one query at a time, from `online_stats` and no tile."""
    out = np.empty((len(Q), V.shape[1]))
    for t, q in enumerate(Q):
        seen = slice(0, t + 1 if causal else len(K))
        scores = K[seen] @ q / math.sqrt(len(q))
        m, total = online_stats([scores[:2], scores[2:]])
        out[t] = np.exp(scores - m) / total @ V[seen]
    return out


def test_numbers_of_the_unit() -> None:
    assert score_bytes(1, 32, 8192, 2) == 4_294_967_296 == 4 * GIB
    assert tile_bytes(1, 32, 128, 128, 2) == 1 * MIB
    assert statistics_bytes(1, 32, 8192, 4) == 2 * MIB
    assert attention_flop(8192, 128) == 34_359_738_368


@few
@given(extents, extents, extents, extents, st.integers(1, 15), st.booleans(), seeds)
def test_tiles_do_not_change_attention(
    T: int, S: int, d: int, dv: int, block: int, causal: bool, seed: int
) -> None:
    Q, K, V = matrices(T, T if causal else S, d, dv, seed)
    got = flash_attention(Q, K, V, block, causal)
    assert got.shape == (T, dv)
    assert close(got, attention(Q, K, V, causal))
    assert close(got, by_rows(Q, K, V, causal))


@few
@given(extents, extents, st.integers(1, 5), st.booleans(), seeds)
def test_weights_sum_to_one(T: int, d: int, block: int, causal: bool, seed: int) -> None:
    Q, K, _ = matrices(T, T, d, 1, seed)
    assert close(flash_attention(Q, K, np.ones((T, 2)), block, causal), np.ones((T, 2)))


@few
@given(extents, extents, extents, st.integers(1, 5), seeds)
def test_one_vector_added_to_all_keys_changes_nothing(
    T: int, S: int, d: int, block: int, seed: int
) -> None:
    Q, K, V = matrices(T, S, d, 2, seed)
    moved = flash_attention(Q, K + Q[0], V, block)
    assert np.allclose(moved, flash_attention(Q, K, V, block), rtol=1e-9, atol=1e-10)


@few
@given(extents, extents, extents, st.integers(1, 5), seeds)
def test_the_order_of_keys_does_not_matter(T: int, S: int, d: int, block: int, seed: int) -> None:
    Q, K, V = matrices(T, S, d, 2, seed)
    order = np.random.default_rng(seed).permutation(S)
    assert close(flash_attention(Q, K[order], V[order], block), flash_attention(Q, K, V, block))


@few
@given(st.integers(2, 12), extents, st.integers(1, 5), seeds, st.data())
def test_later_keys_are_not_seen(
    T: int, d: int, block: int, seed: int, data: st.DataObject
) -> None:
    Q, K, V = matrices(T, T, d, 2, seed)
    t = data.draw(st.integers(0, T - 2))
    before = flash_attention(Q, K, V, block, causal=True)
    K[t + 1 :], V[t + 1 :] = 50.0, -3.0
    after = flash_attention(Q, K, V, block, causal=True)
    assert np.array_equal(after[: t + 1], before[: t + 1])
    assert not np.allclose(after[t + 1 :], before[t + 1 :])


@pytest.mark.parametrize("causal", [False, True])
def test_large_scores_do_not_overflow(causal: bool) -> None:
    Q, K, V = matrices(9, 9, 4, 3, 0)
    got = flash_attention(1e3 * Q, K, V, 2, causal)
    assert np.isfinite(got).all()
    assert close(got, attention(1e3 * Q, K, V, causal))


@pytest.mark.parametrize("causal", [False, True])
def test_the_table_of_scores_is_never_built(causal: bool) -> None:
    Q, K, V = matrices(1024, 1024, 16, 16, 0)
    tracemalloc.start()
    flash_attention(Q, K, V, 32, causal)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 2 * MIB  # the table alone is 8 MiB


@few
@given(pairs, pairs, pairs)
def test_merging_is_associative_and_commutative(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> None:
    assert merge_stats(*a, *b) == merge_stats(*b, *a)
    left = merge_stats(*merge_stats(*a, *b), *c)
    right = merge_stats(*a, *merge_stats(*b, *c))
    assert left[0] == right[0]
    assert math.isclose(left[1], right[1], rel_tol=1e-9)
    assert merge_stats(*a, *NEUTRAL) == a == merge_stats(*NEUTRAL, *a)


@few
@given(st.lists(st.floats(-800, 800), min_size=1, max_size=20), st.integers(1, 7))
def test_blocks_have_the_statistics_of_the_whole(values: list[float], block: int) -> None:
    scores = np.array(values)
    blocks = [scores[start : start + block] for start in range(0, len(scores), block)]
    masked, empty = np.full((2, 3), -INF), np.array([])
    m, total = online_stats([masked, *blocks, empty, masked])
    assert m == max(values)
    assert math.isclose(total, math.fsum(math.exp(value - m) for value in values), rel_tol=1e-9)


def test_nothing_seen_is_neutral() -> None:
    assert online_stats([]) == NEUTRAL
    assert online_stats([np.full(3, -INF), np.array([])]) == NEUTRAL
    assert merge_stats(*NEUTRAL, *NEUTRAL) == NEUTRAL


@pytest.mark.parametrize("bad", [NAN, INF])
def test_scores_and_statistics_refused(bad: float) -> None:
    for call in (
        lambda: online_stats([np.array([1.0, bad])]),
        lambda: merge_stats(bad, 1.0, 0.0, 1.0),
        lambda: merge_stats(0.0, 1.0, 0.0, bad),
        lambda: merge_stats(0.0, -1.0, 0.0, 1.0),
        lambda: merge_stats(-INF, 1.0, 0.0, 1.0),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()


def test_matrices_refused() -> None:
    ok, wide, long = np.ones((3, 2)), np.ones((3, 4)), np.ones((5, 2))
    for Q, K, V, block, causal in (
        (ok, wide, ok, 1, False),
        (ok, ok, long, 1, False),
        (ok, long, long, 1, True),
        (ok[0], ok, ok, 1, False),
        (ok[:0], ok, ok, 1, False),
        (ok, ok[:0], ok[:0], 1, False),
        (ok, ok, ok[:, :0], 1, False),
        (ok, ok, ok, 0, False),
        (ok * NAN, ok, ok, 1, False),
        (ok, ok, ok * INF, 1, False),
    ):
        with pytest.raises(ValueError, match=r"must|needs"):
            flash_attention(Q, K, V, block, causal)


def test_counts_refused() -> None:
    for call in (
        lambda: score_bytes(0, 1, 1, 1),
        lambda: score_bytes(1, 0, 1, 1),
        lambda: score_bytes(1, 1, 0, 1),
        lambda: score_bytes(1, 1, 1, 0),
        lambda: tile_bytes(1, 1, 0, 1, 1),
        lambda: statistics_bytes(1, 1, 0, 1),
        lambda: attention_flop(1, 0),
    ):
        with pytest.raises(ValueError, match="must be at least 1"):
            call()
