"""The roofline bound and the report check, on numbers worked by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.models import roofline

ADD = {"n": 10**8, "itemsize": 4, "streams": 3, "flop_per_item": 1}
H200 = {"flop_per_s": 67e12, "bytes_per_s": 4.8e12}
COUNTS = st.integers(1, 10**6)


def test_the_report_implies_twice_the_bandwidth():
    rates = roofline.implied_rates(**ADD, time_s=0.125e-3)
    assert rates["bytes"] == 1_200_000_000
    assert rates["bytes_per_s"] == pytest.approx(9.6e12)
    assert rates["flop_per_s"] == pytest.approx(0.8e12)


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


@given(COUNTS, st.integers(1, 16), st.integers(1, 6), st.integers(0, 1000))
def test_at_the_bound_one_limit_is_met_and_none_exceeded(n, itemsize, streams, flop_per_item):
    kernel = {"n": n, "itemsize": itemsize, "streams": streams, "flop_per_item": flop_per_item}
    time_s = roofline.min_time_s(**kernel, **H200)
    rates = roofline.implied_rates(**kernel, time_s=time_s)
    used = max(rates[limit] / peak for limit, peak in H200.items())
    assert used == pytest.approx(1)


@pytest.mark.parametrize("name", ["n", "itemsize", "streams"])
def test_counts_start_at_one(name):
    with pytest.raises(ValueError, match=name):
        roofline.min_time_s(**ADD | {name: 0}, **H200)


def test_flop_per_item_may_be_zero_but_not_negative():
    copy = ADD | {"flop_per_item": 0}
    assert roofline.implied_rates(**copy, time_s=1.0)["flop_per_s"] == 0
    with pytest.raises(ValueError, match="flop_per_item"):
        roofline.implied_rates(**ADD | {"flop_per_item": -1}, time_s=1.0)


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
@pytest.mark.parametrize("name", ["time_s", "flop_per_s", "bytes_per_s"])
def test_times_and_rates_are_positive_and_finite(name, value):
    with pytest.raises(ValueError, match=name):
        roofline.is_consistent(**ADD | {"time_s": 1.0} | H200 | {name: value})


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
@pytest.mark.parametrize("name", ["flop", "moved_bytes"])
def test_work_is_finite_and_not_negative(name, value):
    work = {"flop": 1.0, "moved_bytes": 1.0} | {name: value}
    with pytest.raises(ValueError, match=name):
        roofline.time_bound_s(**work, **H200)
