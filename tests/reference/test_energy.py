"""A cluster's energy: the numbers of x03, and every combination of evidence."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.energy import (
    CLAIMS,
    EVIDENCE,
    energy_kwh,
    equivalents,
    facility_energy_kwh,
    supported,
    watts_per_device,
)

YEAR_H = 24 * 365
modest = settings(max_examples=50, deadline=None)
amounts = st.floats(1e-3, 1e6)


def test_three_hundred_megawatts_for_a_year():
    year = energy_kwh(300, YEAR_H)
    assert year == pytest.approx(2.628e9)
    assert year / 1e8 == pytest.approx(26.28)
    assert year / 1e9 == pytest.approx(2.628)
    assert energy_kwh(300, 24 * 366) == pytest.approx(2.6352e9)
    assert facility_energy_kwh(300, YEAR_H, 1.3) == pytest.approx(3.4164e9)


def test_a_share_of_the_facility():
    assert watts_per_device(300, 220_000) == pytest.approx(1363.6, abs=0.05)


@modest
@given(amounts, amounts, st.floats(0, 10))
def test_energy_is_bilinear(power, hours, factor):
    once = energy_kwh(power, hours)
    assert energy_kwh(factor * power, hours) == pytest.approx(factor * once)
    assert energy_kwh(power, factor * hours) == pytest.approx(factor * once)
    # By way of joules: watts times seconds over 3.6e6.
    assert once == pytest.approx(power * 1e6 * hours * 3600 / 3.6e6)


@modest
@given(amounts, st.lists(amounts, max_size=12))
def test_months_add_up_to_a_year(power, months):
    assert sum(energy_kwh(power, hours) for hours in months) == pytest.approx(
        energy_kwh(power, sum(months))
    )


@modest
@given(amounts, amounts, st.integers(1, 10**6))
def test_shares_and_equivalents_multiply_back(amount, unit, devices):
    assert equivalents(amount, unit) * unit == pytest.approx(amount)
    assert watts_per_device(amount, devices) * devices == pytest.approx(amount * 1e6)


@modest
@given(amounts, amounts, st.floats(1, 3))
def test_pue_multiplies(power, hours, pue):
    assert facility_energy_kwh(power, hours, 1.0) == energy_kwh(power, hours)
    assert facility_energy_kwh(power, hours, pue) == pytest.approx(pue * energy_kwh(power, hours))


def test_support_for_every_combination_of_evidence():
    for values in itertools.product([False, True], repeat=len(EVIDENCE)):
        evidence = dict(zip(EVIDENCE, values, strict=True))
        power, hours, metered, cooling, pue, plant, benchmark = values
        scenario = power and hours
        assert {claim: supported(claim, evidence) for claim in CLAIMS} == {
            "scenario_energy": scenario,
            "measured_energy": metered,
            "facility_energy": scenario and (cooling or pue),
            "annual_share": scenario and plant,
            "model_performance": benchmark,
        }


def test_power_says_nothing_about_a_model():
    everything_else = {key: key != "benchmark_given" for key in EVIDENCE}
    assert not supported("model_performance", everything_else)
    assert not supported("scenario_energy", {"hours_given": True})


@pytest.mark.parametrize("value", [-1.0, math.nan, math.inf])
def test_amounts_are_finite_and_not_negative(value):
    for call in (
        lambda: energy_kwh(value, 1),
        lambda: energy_kwh(1, value),
        lambda: facility_energy_kwh(value, 1, 1),
        lambda: equivalents(value, 1),
        lambda: watts_per_device(value, 1),
    ):
        with pytest.raises(ValueError, match="must be finite and at least 0"):
            call()


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (facility_energy_kwh, (1, 1, 0.99)),
        (facility_energy_kwh, (1, 1, math.nan)),
        (equivalents, (1, 0)),
        (equivalents, (1, -1)),
        (watts_per_device, (1, 0)),
        (supported, ("fast", {})),
        (supported, ("annual_share", {"plant": True})),
    ],
)
def test_other_arguments_out_of_range_are_refused(function, arguments):
    with pytest.raises(ValueError, match="must be"):
        function(*arguments)
