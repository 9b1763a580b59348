"""Loads of one block, traffic of all of them, and the walk that counts the same."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import tiles, traffic
from tests.reference.literals import quoted

A = np.arange(32).reshape(4, 8) % 7
B = np.arange(32).reshape(8, 4) % 5
SIZES = st.integers(0, 40)
POSITIVE = st.integers(1, 40)
TILES = st.integers(1, 50)
QUICK = settings(max_examples=50, deadline=None)


def walk(M, N, K, Tm, Tn):
    """Return what is loaded and written, block by block."""
    elems = {"a": 0, "b": 0, "c": 0}
    for rows, columns in tiles.output_tiles(M, N, Tm, Tn):
        elems["a"] += len(rows) * K
        elems["b"] += K * len(columns)
        elems["c"] += len(rows) * len(columns)
    return elems


def test_four_outputs_share_their_loads():
    assert tiles.tile_loads(2, 2, 8) == 32
    assert tiles.per_output_loads(2, 2, 8) == 64


def test_the_four_steps_of_the_animation():
    steps = tiles.tile_steps(A, B, 0, 0, 2, 2, 2)
    assert [step.tolist() for step in steps] == [
        [[4, 0], [8, 1]],
        [[16, 17], [25, 25]],
        [[20, 30], [30, 41]],
        [[44, 30], [33, 45]],
    ]
    assert steps[-1].dtype == np.int64
    assert steps[-1].tolist() == (A @ B)[:2, :2].tolist()


@given(TILES, TILES, SIZES)
@QUICK
def test_sharing_gains_the_harmonic_mean_of_the_sides(tm, tn, K):
    assert tiles.per_output_loads(tm, tn, K) * (tm + tn) == tiles.tile_loads(tm, tn, K) * (
        2 * tm * tn
    )
    assert tiles.per_output_loads(tm, tm, K) == tm * tiles.tile_loads(tm, tm, K)
    assert tiles.tile_loads(tm, tn, 2 * K) == 2 * tiles.tile_loads(tm, tn, K)
    assert tiles.per_output_loads(tm, tn, 2 * K) == 2 * tiles.per_output_loads(tm, tn, K)


@given(st.data(), st.integers(1, 6), st.integers(1, 6), st.integers(0, 9))
@QUICK
def test_the_steps_are_sums_of_growing_length(data, M, N, K):
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    left, right = rng.integers(-9, 10, (M, K)), rng.integers(-9, 10, (K, N))
    i0, j0 = data.draw(st.integers(0, M - 1)), data.draw(st.integers(0, N - 1))
    tm, tn, tk = (data.draw(st.integers(1, 8)) for _ in range(3))
    steps = tiles.tile_steps(left, right, i0, j0, tm, tn, tk)
    assert len(steps) == -(-K // tk)
    for done, step in enumerate(steps, start=1):
        partial = left[:, : done * tk] @ right[: done * tk]
        assert step.tolist() == partial[i0 : i0 + tm, j0 : j0 + tn].tolist()


def test_steps_of_narrow_integers_do_not_wrap():
    ones = np.full((1, 300), 100, np.int8)
    (only,) = tiles.tile_steps(ones, ones.T, 0, 0, 1, 1, 300)
    assert only.tolist() == [[3_000_000]]


def test_the_small_product():
    elems = tiles.tiled_traffic_elems(4, 4, 8, 2, 2)
    assert elems["a"] + elems["b"] == 128
    assert elems["c"] == 16
    assert tiles.tiled_traffic_bytes(4, 4, 8, 2, 2, 4) == 576
    assert tiles.tiled_traffic_bytes(4, 4, 8, 1, 1, 4) == 1088
    assert tiles.tiled_traffic_bytes(4, 4, 8, 8, 8, 4) == 320
    assert traffic.gemm_traffic_bytes(4, 4, 8, 4, "no_reuse") == 1088
    assert traffic.gemm_traffic_bytes(4, 4, 8, 4, "ideal") == 320


def test_tiles_that_do_not_divide():
    assert tiles.tiled_traffic_bytes(5, 7, 3, 2, 4, 4) == 512


@pytest.mark.parametrize(
    ("T", "moved_bytes", "intensity"),
    [
        (1, 8_594_128_896, "0.24988"),
        (16, 541_065_216, "3.969"),
        (32, 272_629_760, "7.877"),
        (64, 138_412_032, "15.515"),
        (128, 71_303_168, "30.118"),
        (1024, 12_582_912, "170.67"),
    ],
)
def test_the_table_for_1024(T, moved_bytes, intensity):
    assert tiles.tiled_traffic_bytes(1024, 1024, 1024, T, T, 4) == moved_bytes
    assert tiles.tiled_intensity(1024, T, 4) == quoted(intensity)
    # T divides 1024, so the smooth formula is exact.
    assert tiles.smooth_intensity(1024, T, 4) == pytest.approx(tiles.tiled_intensity(1024, T, 4))


@given(SIZES, SIZES, SIZES, TILES, TILES)
@QUICK
def test_the_formula_equals_the_walk(M, N, K, Tm, Tn):
    assert tiles.tiled_traffic_elems(M, N, K, Tm, Tn) == walk(M, N, K, Tm, Tn)


def test_the_walk_covers_c_once():
    seen = [
        (i, j) for rows, columns in tiles.output_tiles(5, 7, 2, 3) for i in rows for j in columns
    ]
    assert len(seen) == len(set(seen)) == 35


@given(POSITIVE, POSITIVE, SIZES)
@QUICK
def test_the_ends_are_no_reuse_and_the_ideal(M, N, K):
    largest = max(M, N)
    no_reuse = traffic.gemm_traffic_bytes(M, N, K, 4, "no_reuse")
    assert tiles.tiled_traffic_bytes(M, N, K, 1, 1, 4) == no_reuse
    ideal = traffic.gemm_traffic_bytes(M, N, K, 4, "ideal")
    assert tiles.tiled_traffic_bytes(M, N, K, largest, largest, 4) == ideal


@given(SIZES, SIZES, SIZES, TILES, TILES)
@QUICK
def test_each_side_of_a_tile_spares_the_other_operand(M, N, K, Tm, Tn):
    before = tiles.tiled_traffic_elems(M, N, K, Tm, Tn)
    taller = tiles.tiled_traffic_elems(M, N, K, Tm + 1, Tn)
    wider = tiles.tiled_traffic_elems(M, N, K, Tm, Tn + 1)
    assert taller["a"] == before["a"]
    assert taller["b"] <= before["b"]
    assert wider["b"] == before["b"]
    assert wider["a"] <= before["a"]
    assert taller["c"] == wider["c"] == before["c"] == M * N


@given(POSITIVE, TILES)
@QUICK
def test_whole_tiles_never_beat_the_smooth_formula(N, T):
    smooth = tiles.smooth_intensity(N, min(T, N), 4)
    assert tiles.tiled_intensity(N, T, 4) <= smooth * (1 + 1e-12)


@pytest.mark.parametrize("bad", [{"tm": 0}, {"tn": 0}, {"K": -1}])
def test_loads_refuse_what_lies_outside(bad):
    for model in (tiles.tile_loads, tiles.per_output_loads):
        with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
            model(**{"tm": 1, "tn": 1, "K": 1} | bad)


@pytest.mark.parametrize(
    "bad",
    [{"i0": 4}, {"i0": -1}, {"j0": 4}, {"j0": -1}, {"tm": 0}, {"tn": 0}, {"tk": 0}, {"B": A}],
)
def test_steps_refuse_what_lies_outside(bad):
    valid = {"A": A, "B": B, "i0": 0, "j0": 0, "tm": 2, "tn": 2, "tk": 2}
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        tiles.tile_steps(**valid | bad)


@pytest.mark.parametrize(
    "bad", [{"M": -1}, {"N": -1}, {"K": -1}, {"Tm": 0}, {"Tn": 0}, {"itemsize": 0}]
)
def test_traffic_refuses_what_lies_outside(bad):
    valid = {"M": 1, "N": 1, "K": 1, "Tm": 1, "Tn": 1, "itemsize": 1}
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        tiles.tiled_traffic_bytes(**valid | bad)


def test_intensity_needs_a_matrix():
    with pytest.raises(ValueError, match="N must be at least 1"):
        tiles.tiled_intensity(0, 1, 4)


def test_steps_of_matrices_that_hold_no_integers_are_refused():
    """0.5 · 2 came out as 0: the halves were cut off."""
    with pytest.raises(TypeError, match="must hold integers"):
        tiles.tile_steps(np.full((1, 1), 0.5), np.full((1, 1), 2.0), 0, 0, 1, 1, 1)
