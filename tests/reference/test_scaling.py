"""Pixels, time for each, and power laws, on the numbers of x01 and of the paper."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.scaling import (
    KAPLAN_2020,
    factor_for_loss_ratio,
    pixels_per_second,
    power_law_loss,
    serial_budget_ns,
)

modest = settings(max_examples=50, deadline=None)
counts = st.integers(1, 10_000)
alphas = st.floats(0.01, 3)
sizes = st.floats(1e-3, 1e15)


def test_a_screen():
    assert pixels_per_second(3840, 2160, 60) == 497_664_000
    assert pixels_per_second(3840, 2160, 60) / 1e8 == pytest.approx(4.98, abs=0.005)
    assert serial_budget_ns(3840, 2160, 60) == pytest.approx(2.009, abs=5e-4)
    assert serial_budget_ns(3840, 2160, 60, 10) == pytest.approx(0.2009, abs=5e-5)
    assert serial_budget_ns(1, 1, 60) / 1e6 == pytest.approx(16.667, abs=5e-4)


@pytest.mark.parametrize(
    ("law", "factor", "loss"),
    [("parameters", 2, 0.9487), ("data", 10, 0.8035), ("compute", 10, 0.8913)],
)
def test_more_of_one_thing(law, factor, loss):
    alpha = KAPLAN_2020[law].alpha
    assert power_law_loss(factor, 1.0, alpha) == pytest.approx(loss, abs=5e-5)
    assert factor_for_loss_ratio(loss, alpha) == pytest.approx(factor, rel=2e-3)


def test_a_tenth_less_loss_takes_four_times_the_parameters():
    alpha = KAPLAN_2020["parameters"].alpha
    assert factor_for_loss_ratio(0.9, alpha) == pytest.approx(4.000, abs=5e-4)


@pytest.mark.parametrize(
    ("law", "exponent"), [("parameters", 0.076), ("data", 0.095), ("compute", 0.050)]
)
def test_the_fits_are_those_of_the_paper(law, exponent):
    fit = KAPLAN_2020[law]
    assert fit.alpha == exponent
    assert power_law_loss(fit.x_c, fit.x_c, fit.alpha) == 1


def test_the_largest_model_of_the_paper_reaches_a_loss_of_a_few_nats():
    fit = KAPLAN_2020["parameters"]
    assert power_law_loss(1.5e9, fit.x_c, fit.alpha) == pytest.approx(2.30, abs=0.005)


@modest
@given(counts, counts, counts, counts)
def test_pixels_are_linear_in_each_factor(width, height, frames, ops):
    once = pixels_per_second(width, height, frames)
    assert pixels_per_second(2 * width, height, frames) == 2 * once
    assert pixels_per_second(width, 3 * height, frames) == 3 * once
    assert pixels_per_second(width, height, 5 * frames) == 5 * once
    assert serial_budget_ns(width, height, frames, ops) * once * ops == pytest.approx(1e9)


@modest
@given(sizes, sizes, sizes, alphas)
def test_the_law_is_a_line_of_slope_minus_alpha_in_log_log(x, y, x_c, alpha):
    slope_times_run = math.log(power_law_loss(y, x_c, alpha) / power_law_loss(x, x_c, alpha))
    assert slope_times_run == pytest.approx(-alpha * math.log(y / x), rel=1e-6, abs=1e-12)


@modest
@given(sizes, st.floats(1, 1e6), sizes, alphas)
def test_the_factor_undoes_the_law(x, more, x_c, alpha):
    ratio = power_law_loss(more * x, x_c, alpha) / power_law_loss(x, x_c, alpha)
    assert factor_for_loss_ratio(min(ratio, 1), alpha) == pytest.approx(more)


@modest
@given(sizes, st.floats(1.001, 1e6), sizes, alphas)
def test_more_is_always_better(x, more, x_c, alpha):
    assert power_law_loss(more * x, x_c, alpha) < power_law_loss(x, x_c, alpha)


@pytest.mark.parametrize("place", range(4))
def test_counts_start_at_one(place):
    numbers = [3, 3, 3, 3]
    numbers[place] = 0
    with pytest.raises(ValueError, match="at least 1"):
        serial_budget_ns(*numbers)
    if place < 3:
        with pytest.raises(ValueError, match="at least 1"):
            pixels_per_second(*numbers[:3])


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
@pytest.mark.parametrize("place", range(3))
def test_laws_take_positive_numbers(place, value):
    numbers = [1.0, 1.0, 1.0]
    numbers[place] = value
    with pytest.raises(ValueError, match="above 0"):
        power_law_loss(*numbers)


@pytest.mark.parametrize(
    ("ratio", "alpha"), [(0.0, 1.0), (1.1, 1.0), (math.nan, 1.0), (0.5, 0.0), (0.5, math.inf)]
)
def test_ratios_lie_between_zero_and_one(ratio, alpha):
    with pytest.raises(ValueError, match="must be finite and above 0"):
        factor_for_loss_ratio(ratio, alpha)
