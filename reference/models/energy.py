"""Energy of a cluster from its power, and which statements about it a scenario supports.

Power (MW) is a rate and energy (kWh) an amount; neither says how good a model was trained with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from reference.models import domain

KW_PER_MW = 1000
W_PER_MW = 10**6
EVIDENCE = (
    "avg_power_given",
    "hours_given",
    "metered",
    "power_covers_cooling",
    "pue_given",
    "plant_annual_energy_given",
    "benchmark_given",
)
CLAIMS = (
    "scenario_energy",
    "measured_energy",
    "facility_energy",
    "annual_share",
    "model_performance",
)


def energy_kwh(avg_power_mw: float, hours: float) -> float:
    """Return the energy in kWh of an average power over a time, MW * 1000 * h.

    Parameters
    ----------
    avg_power_mw : float
        Average power in megawatts, >= 0.
    hours : float
        Hours, >= 0.

    Raises
    ------
    ValueError
        An argument is negative or not finite.
    """
    power = domain.real("avg_power_mw", avg_power_mw, low=0)
    return power * KW_PER_MW * domain.real("hours", hours, low=0)


def facility_energy_kwh(it_power_mw: float, hours: float, pue: float) -> float:
    """Return the energy in kWh of a whole facility: that of its IT equipment times the PUE.

    Parameters
    ----------
    it_power_mw, hours : float
        As in `energy_kwh`, for the IT equipment alone.
    pue : float
        Power usage effectiveness (ISO/IEC 30134-2): facility energy over IT energy, >= 1.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    pue = domain.real("pue", pue, low=1)
    return energy_kwh(domain.real("it_power_mw", it_power_mw, low=0), hours) * pue


def equivalents(energy_kwh: float, kwh_per_unit: float) -> float:
    """Return how many units (households, plant-years, ...) use or make as much energy.

    Parameters
    ----------
    energy_kwh : float
        kWh, >= 0.
    kwh_per_unit : float
        kWh of one unit in the same time, > 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    energy = domain.real("energy_kwh", energy_kwh, low=0)
    return energy / domain.real("kwh_per_unit", kwh_per_unit, above=0)


def watts_per_device(power_mw: float, devices: int) -> float:
    """Return each device's share of a power in watts, MW * 1e6 / devices.

    A share of the facility, cooling and network included, not the power of a chip.

    Parameters
    ----------
    power_mw : float
        Megawatts, >= 0.
    devices : int
        Number of devices, >= 1.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    power = domain.real("power_mw", power_mw, low=0)
    return power * W_PER_MW / domain.integer("devices", devices, 1)


def supported(claim: str, evidence: Mapping[str, bool]) -> bool:
    """Decide whether the evidence of a report is enough for a claim.

    Parameters
    ----------
    claim : str
        "scenario_energy": average power and hours are given. "measured_energy": metered.
        "facility_energy": scenario energy, and its power covers cooling or a PUE is given.
        "annual_share": scenario energy and the plant's annual energy. "model_performance": only
        a benchmark supports it, no power does.
    evidence : mapping
        Keys are those of `EVIDENCE`; one that is absent is not given.

    Raises
    ------
    ValueError
        The claim or a key is unknown.
    """
    domain.choice("claim", claim, CLAIMS)
    for key in evidence:
        domain.choice("evidence", key, EVIDENCE)
    given = {key for key, value in evidence.items() if value}
    scenario = {"avg_power_given", "hours_given"} <= given
    return {
        "scenario_energy": scenario,
        "measured_energy": "metered" in given,
        "facility_energy": scenario and not given.isdisjoint({"power_covers_cooling", "pue_given"}),
        "annual_share": scenario and "plant_annual_energy_given" in given,
        "model_performance": "benchmark_given" in given,
    }[claim]
