"""Which tiles fit 64 KiB and which cross the ridge of an H200."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import tile_budget, tiles
from tests.reference.literals import quoted

KIB = 2**10
H200 = {"flop_per_s": 67e12, "bytes_per_s": 4.8e12}
RIDGE = 67 / 4.8
ITEMSIZES = st.sampled_from((1, 2, 4, 8))
SIZES = st.integers(1, 300)
QUICK = settings(max_examples=50, deadline=None)


@pytest.mark.parametrize(("T", "kib"), [(32, 12), (64, 48), (128, 192)])
def test_what_three_tiles_take(T, kib):
    assert tile_budget.tile_bytes(T, 4) == kib * KIB


def test_the_largest_tile_that_fits():
    assert tile_budget.largest_tile(64 * KIB, 4) == 73
    assert tile_budget.largest_tile(11, 4) == 0
    assert tile_budget.largest_tile(12, 4) == 1


def test_the_smallest_tile_that_crosses():
    assert tile_budget.smallest_tile_for(1024, 4, RIDGE) == 61
    assert -(-1024 // 61) == 17
    assert tile_budget.smooth_tile_for(1024, 4, RIDGE) == quoted("57.40")
    assert tile_budget.smallest_tile_for(1024, 4, 171.0) is None
    assert tile_budget.smooth_tile_for(1024, 4, 512.0) is None


@pytest.mark.parametrize(
    ("T", "intensity", "verdict"),
    [
        (32, "7.877", "bandwidth_side"),
        (64, "15.515", "compute_side"),
        (128, "30.118", "does_not_fit"),
    ],
)
def test_only_64_both_fits_and_crosses(T, intensity, verdict):
    assert tiles.tiled_intensity(1024, T, 4) == quoted(intensity)
    assert tile_budget.tile_verdict(1024, T, 4, 64 * KIB, **H200) == verdict


def test_the_ridge_itself_is_on_the_compute_side():
    intensity = tiles.tiled_intensity(1024, 64, 4)
    rates = {"flop_per_s": intensity * 4.8e12, "bytes_per_s": 4.8e12}
    assert tile_budget.tile_verdict(1024, 64, 4, 64 * KIB, **rates) == "compute_side"
    assert tile_budget.smallest_tile_for(1024, 4, intensity) == 64


@given(st.integers(0, 10**7), ITEMSIZES)
@QUICK
def test_one_more_would_not_fit(budget_bytes, itemsize):
    largest = tile_budget.largest_tile(budget_bytes, itemsize)
    assert 3 * largest**2 * itemsize <= budget_bytes
    assert budget_bytes < tile_budget.tile_bytes(largest + 1, itemsize)


@given(SIZES, st.integers(1, 400), ITEMSIZES)
@QUICK
def test_intensity_never_falls_with_the_tile(N, T, itemsize):
    before = tiles.tiled_intensity(N, T, itemsize)
    assert tiles.tiled_intensity(N, T + 1, itemsize) >= before
    assert tiles.tiled_intensity(N, T, 2 * itemsize) == pytest.approx(before / 2)


@given(SIZES, ITEMSIZES, st.floats(0.01, 200))
@QUICK
def test_bisection_finds_what_a_scan_finds(N, itemsize, ridge):
    reaching = [T for T in range(1, N + 1) if tiles.tiled_intensity(N, T, itemsize) >= ridge]
    smallest = tile_budget.smallest_tile_for(N, itemsize, ridge)
    assert smallest == (reaching[0] if reaching else None)
    if smallest is not None:
        assert tile_budget.smooth_tile_for(N, itemsize, ridge) <= smallest * (1 + 1e-9)


@given(SIZES, SIZES, ITEMSIZES, st.integers(0, 10**5), st.floats(1e9, 1e14))
@QUICK
def test_the_verdict_follows_from_its_parts(N, T, itemsize, budget_bytes, flop_per_s):
    verdict = tile_budget.tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, 1e12)
    fits = tile_budget.tile_bytes(T, itemsize) <= budget_bytes
    assert (verdict == "does_not_fit") is not fits
    if fits:
        crosses = tiles.tiled_intensity(N, T, itemsize) >= flop_per_s / 1e12
        assert verdict == ("compute_side" if crosses else "bandwidth_side")


@pytest.mark.parametrize(
    "bad",
    [
        {"N": 0},
        {"T": 0},
        {"itemsize": 0},
        {"budget_bytes": -1},
        {"flop_per_s": 0.0},
        {"bytes_per_s": math.inf},
    ],
)
def test_a_verdict_refuses_what_lies_outside(bad):
    valid = {"N": 8, "T": 2, "itemsize": 4, "budget_bytes": 100} | H200
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        tile_budget.tile_verdict(**valid | bad)


def test_the_parts_refuse_what_lies_outside():
    with pytest.raises(ValueError, match="ridge"):
        tile_budget.smallest_tile_for(8, 4, 0.0)
    with pytest.raises(ValueError, match="N must"):
        tile_budget.smallest_tile_for(0, 4, 1.0)
    with pytest.raises(ValueError, match="budget_bytes"):
        tile_budget.largest_tile(-1, 4)
    with pytest.raises(ValueError, match="T must"):
        tile_budget.tile_bytes(0, 4)
