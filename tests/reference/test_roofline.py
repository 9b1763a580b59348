"""The roofline, the reading of a point under it and the report check, on numbers worked by hand."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models import roofline
from tests.reference.literals import quoted

ADD = {"n": 10**8, "itemsize": 4, "streams": 3, "flop_per_item": 1}
H200 = {"flop_per_s": 67e12, "bytes_per_s": 4.8e12}
PEAK, BANDWIDTH = H200["flop_per_s"], H200["bytes_per_s"]
NO_REUSE_GEMM = 2 * 1024**3 / ((2 * 1024**3 + 1024**2) * 4)
IDEAL_GEMM = 2 * 1024**3 / (3 * 1024**2 * 4)
COUNTS = st.integers(1, 10**6)
INTENSITIES = st.floats(1e-3, 1e4)
RATES = st.floats(1e9, 1e15)
QUICK = settings(max_examples=50, deadline=None)


def test_the_report_implies_twice_the_bandwidth():
    rates = roofline.implied_rates(**ADD, time_s=0.125e-3)
    assert rates["bytes"] == 1_200_000_000
    assert rates["bytes_per_s"] == pytest.approx(9.6e12)
    assert rates["flop_per_s"] == pytest.approx(0.8e12)
    assert rates["bytes_per_s"] / BANDWIDTH == quoted("2.0")


def test_the_vector_add_needs_a_quarter_millisecond():
    assert roofline.min_time_s(**ADD, **H200) == pytest.approx(0.25e-3)


def test_half_the_bytes_take_half_the_time():
    assert roofline.min_time_s(**ADD | {"itemsize": 2}, **H200) == pytest.approx(0.125e-3)


def test_arithmetic_can_be_the_slower_one():
    assert roofline.time_bound_s(1e9, 8, 1e9, 8e9) == 1.0


def test_no_work_takes_no_time():
    assert roofline.time_bound_s(0, 0, 1.0, 1.0) == 0.0


@pytest.mark.parametrize(
    ("time_s", "verdict"),
    [
        (0.125e-3, False),
        (0.2475e-3, False),
        (0.25e-3 * (1 - 1e-8), False),
        (0.25e-3 * (1 - 1e-10), True),
        (0.25e-3, True),
        (0.625e-3, True),
    ],
)
def test_a_time_below_the_bound_is_a_contradiction(time_s, verdict):
    assert roofline.is_consistent(**ADD, time_s=time_s, **H200) is verdict


@given(st.floats(1e-9, 1.0), COUNTS, st.integers(2, 1000))
@QUICK
def test_scaling_items_and_time_together_changes_nothing(factor, n, scale):
    kernel = ADD | {"n": n}
    time_s = factor * 2 * roofline.min_time_s(**kernel, **H200)
    larger = kernel | {"n": n * scale}
    before = roofline.implied_rates(**kernel, time_s=time_s)
    after = roofline.implied_rates(**larger, time_s=time_s * scale)
    assert after == pytest.approx(before | {"bytes": before["bytes"] * scale})


@given(COUNTS, st.integers(1, 16), st.integers(1, 6), st.integers(0, 1000))
@QUICK
def test_the_bound_is_consistent_and_less_is_not(n, itemsize, streams, flop_per_item):
    kernel = {"n": n, "itemsize": itemsize, "streams": streams, "flop_per_item": flop_per_item}
    bound_s = roofline.min_time_s(**kernel, **H200)
    assert roofline.is_consistent(**kernel, time_s=bound_s, **H200)
    assert not roofline.is_consistent(**kernel, time_s=0.99 * bound_s, **H200)


@given(COUNTS, st.integers(1, 16), st.integers(1, 6), st.integers(0, 1000))
@QUICK
def test_at_the_bound_one_limit_is_met_and_none_exceeded(n, itemsize, streams, flop_per_item):
    kernel = {"n": n, "itemsize": itemsize, "streams": streams, "flop_per_item": flop_per_item}
    time_s = roofline.min_time_s(**kernel, **H200)
    rates = roofline.implied_rates(**kernel, time_s=time_s)
    used = max(rates[limit] / peak for limit, peak in H200.items())
    assert used == pytest.approx(1)


@pytest.mark.parametrize("name", ["n", "itemsize", "streams"])
def test_counts_start_at_one(name):
    with pytest.raises(ValueError, match=f"{name} must"):
        roofline.min_time_s(**ADD | {name: 0}, **H200)


def test_flop_per_item_may_be_zero_but_not_negative():
    copy = ADD | {"flop_per_item": 0}
    assert roofline.implied_rates(**copy, time_s=1.0)["flop_per_s"] == 0
    with pytest.raises(ValueError, match="flop_per_item"):
        roofline.implied_rates(**ADD | {"flop_per_item": -1}, time_s=1.0)


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
@pytest.mark.parametrize("name", ["time_s", "flop_per_s", "bytes_per_s"])
def test_times_and_rates_are_positive_and_finite(name, value):
    with pytest.raises(ValueError, match=f"{name} must"):
        roofline.is_consistent(**ADD | {"time_s": 1.0} | H200 | {name: value})


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
@pytest.mark.parametrize("name", ["flop", "moved_bytes"])
def test_work_is_finite_and_not_negative(name, value):
    work = {"flop": 1.0, "moved_bytes": 1.0} | {name: value}
    with pytest.raises(ValueError, match=f"{name} must"):
        roofline.time_bound_s(**work, **H200)


def test_bounds_of_the_vector_add():
    at = roofline.bounds(10**8, 1_200_000_000, **H200)
    assert at["intensity"] == quoted("0.0833")
    assert at["memory_s"] == at["bound_s"] == quoted("0.25", 1e-3)
    assert at["compute_s"] == quoted("1.4925", 1e-6)
    assert at["attainable_flop_per_s"] == quoted("0.4", 1e12)
    assert at["limiter"] == "bandwidth"
    assert (at["flop"], at["bytes"]) == (10**8, 1_200_000_000)


@given(st.floats(0, 1e15), st.floats(1, 1e15), RATES, RATES)
@QUICK
def test_bounds_agree_with_the_bound_and_the_roof(flop, n_bytes, peak, bandwidth):
    at = roofline.bounds(flop, n_bytes, peak, bandwidth)
    assert at["bound_s"] == roofline.time_bound_s(flop, n_bytes, peak, bandwidth)
    roof = roofline.attainable_flop_per_s(at["intensity"], peak, bandwidth)
    assert at["attainable_flop_per_s"] == pytest.approx(roof)
    assert at["attainable_flop_per_s"] * at["bound_s"] == pytest.approx(flop)


@pytest.mark.parametrize(
    ("compute_s", "memory_s", "limiter"),
    [
        (2.0, 1.0, "compute"),
        (1.0, 2.0, "bandwidth"),
        (1.0, 1.0 + 1e-12, "balanced"),
        (1.0, 1.0 + 1e-8, "bandwidth"),
    ],
)
def test_the_longer_time_limits(compute_s, memory_s, limiter):
    assert roofline.limiter(compute_s, memory_s) == limiter


def test_without_traffic_there_is_no_intensity():
    with pytest.raises(ValueError, match="n_bytes must be finite and above 0"):
        roofline.bounds(1, 0, **H200)


def test_the_ridge_and_three_workloads_of_the_lecture():
    assert roofline.ridge_flop_per_byte(**H200) == quoted("13.958")
    heights = [
        roofline.attainable_flop_per_s(intensity, **H200)
        for intensity in (1 / 12, NO_REUSE_GEMM, IDEAL_GEMM)
    ]
    assert heights[0] == quoted("0.4", 1e12)
    assert heights[1] == quoted("1.1994", 1e12)
    assert heights[2] == 67e12


def test_the_slow_vector_add_lacks_utilisation():
    achieved = 1e8 / 0.625e-3
    assert achieved == quoted("0.16", 1e12)
    assert roofline.effective_bytes_per_s(1.2e9, 0.625e-3) == quoted("1.92", 1e12)
    roof = roofline.attainable_flop_per_s(1 / 12, **H200)
    assert achieved / roof == quoted("0.4")
    assert roofline.advise(1 / 12, achieved, **H200, near=0.8) == "raise_utilisation"


@given(INTENSITIES, INTENSITIES, RATES, RATES, st.floats(0, 1))
@QUICK
def test_the_roof_rises_and_is_concave(one, other, peak, bandwidth, weight):
    def roof(intensity):
        return roofline.attainable_flop_per_s(intensity, peak, bandwidth)

    low, high = sorted((one, other))
    assert roof(low) <= roof(high)
    between = weight * low + (1 - weight) * high
    chord = weight * roof(low) + (1 - weight) * roof(high)
    assert roof(between) >= chord * (1 - 1e-12)


@given(RATES, RATES)
@QUICK
def test_the_roof_is_continuous_at_the_ridge(peak, bandwidth):
    ridge = roofline.ridge_flop_per_byte(peak, bandwidth)
    for intensity in (ridge * (1 - 1e-12), ridge, ridge * (1 + 1e-12)):
        assert roofline.attainable_flop_per_s(intensity, peak, bandwidth) == pytest.approx(peak)


@given(INTENSITIES, st.floats(1, 100))
@QUICK
def test_a_higher_roof_helps_only_right_of_the_ridge(intensity, factor):
    gain = roofline.peak_upgrade_gain(intensity, **H200, factor=factor)
    assert 1 <= gain <= factor * (1 + 1e-12)
    if intensity <= roofline.ridge_flop_per_byte(**H200):
        assert gain == 1
    if intensity >= factor * roofline.ridge_flop_per_byte(**H200):
        assert gain == pytest.approx(factor)


def test_no_work_per_byte_gains_nothing_from_a_higher_peak():
    assert roofline.peak_upgrade_gain(0.0, **H200, factor=2.0) == 1


@pytest.mark.parametrize(
    ("intensity", "utilisation", "advice"),
    [
        (1.0, 1.01, "check_measurement"),
        (1.0, 1.0, "cut_traffic_or_more_bandwidth"),
        (1.0, 0.8, "cut_traffic_or_more_bandwidth"),
        (1.0, 0.79, "raise_utilisation"),
        (100.0, 0.9, "more_compute_peak"),
        (100.0, 0.1, "raise_utilisation"),
        (100.0, 1.01, "check_measurement"),
        (PEAK / BANDWIDTH, 0.9, "either"),
        (PEAK / BANDWIDTH * (1 + 1e-6), 0.9, "more_compute_peak"),
    ],
)
def test_the_advice_looks_at_the_use_of_the_roof_first(intensity, utilisation, advice):
    achieved = utilisation * roofline.attainable_flop_per_s(intensity, **H200)
    assert roofline.advise(intensity, achieved, **H200, near=0.8) == advice


@given(INTENSITIES, st.floats(0.01, 2), st.integers(-20, 20))
@QUICK
def test_the_advice_does_not_depend_on_the_scale(intensity, utilisation, exponent):
    scale = 2.0**exponent
    achieved = utilisation * roofline.attainable_flop_per_s(intensity, **H200)
    scaled = {name: scale * rate for name, rate in H200.items()}
    advice = roofline.advise(intensity, achieved, **H200, near=0.7)
    assert advice in roofline.ADVICE
    assert roofline.advise(intensity, scale * achieved, **scaled, near=0.7) == advice


@pytest.mark.parametrize(
    "bad",
    [
        {"intensity": 0.0},
        {"achieved_flop_per_s": 0.0},
        {"near": 0.0},
        {"near": 1.0},
        {"flop_per_s": -1.0},
        {"bytes_per_s": math.nan},
    ],
)
def test_advice_refuses_what_lies_outside(bad):
    valid = {"intensity": 1.0, "achieved_flop_per_s": 1e12, "near": 0.5} | H200
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must"):
        roofline.advise(**valid | bad)


def test_the_other_functions_refuse_what_lies_outside():
    with pytest.raises(ValueError, match="intensity"):
        roofline.attainable_flop_per_s(-1.0, **H200)
    with pytest.raises(ValueError, match="factor"):
        roofline.peak_upgrade_gain(1.0, **H200, factor=0.5)
    with pytest.raises(ValueError, match="time_s"):
        roofline.effective_bytes_per_s(1.0, 0.0)
    with pytest.raises(ValueError, match="necessary_bytes"):
        roofline.effective_bytes_per_s(-1.0, 1.0)
    with pytest.raises(ValueError, match="bytes_per_s"):
        roofline.ridge_flop_per_byte(1.0, 0.0)
