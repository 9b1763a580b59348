"""The two bounds against the numbers of f01."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.bounds import after_change, ledger, two_bounds

EXAMPLE = {"flop": 1e6, "n_bytes": 8e6, "flop_per_s": 100e9, "bytes_per_s": 10e9}
PLAYER = {"flop": 1e6, "n_bytes": 8e6, "flop_per_s": 1e9, "bytes_per_s": 1e9}
few = settings(max_examples=50, deadline=None)
amounts = st.floats(1.0, 1e12)
rates = st.floats(1e6, 1e15)
factors = st.floats(0.01, 100)


def test_the_worked_example() -> None:
    bounds = two_bounds(**EXAMPLE)
    assert bounds["compute_s"] == pytest.approx(10e-6)
    assert bounds["memory_s"] == bounds["bound_s"] == pytest.approx(800e-6)
    assert bounds["limiter"] == "bandwidth"
    assert two_bounds(**EXAMPLE | {"n_bytes": 4e6})["bound_s"] == pytest.approx(400e-6)


def test_the_player() -> None:
    bounds = two_bounds(**PLAYER)
    assert (bounds["compute_s"], bounds["memory_s"]) == pytest.approx((1e-3, 8e-3))
    assert after_change(**PLAYER, compute_factor=2) == pytest.approx(8e-3)
    assert after_change(**PLAYER, bandwidth_factor=2) == pytest.approx(4e-3)


def test_limiters() -> None:
    assert two_bounds(8, 1, 1, 1)["limiter"] == "compute"
    assert two_bounds(8, 8, 1, 1)["limiter"] == "balanced"
    assert two_bounds(0, 8, 1, 1)["limiter"] == "bandwidth"


@few
@given(amounts, amounts, rates, rates, factors)
def test_the_bound_is_the_larger_and_scales(
    flop: float, moved: float, rate: float, bandwidth: float, factor: float
) -> None:
    bounds = two_bounds(flop, moved, rate, bandwidth)
    assert bounds["bound_s"] >= bounds["compute_s"]
    assert bounds["bound_s"] >= bounds["memory_s"]
    assert bounds["bound_s"] in (bounds["compute_s"], bounds["memory_s"])
    faster = two_bounds(flop, moved, rate * factor, bandwidth * factor)
    for name in ("compute_s", "memory_s", "bound_s"):
        assert math.isclose(faster[name] * factor, bounds[name])


@few
@given(amounts, amounts, rates, rates, factors, factors, factors, factors)
def test_changes_are_changed_arguments(
    flop: float,
    moved: float,
    rate: float,
    bandwidth: float,
    f_flop: float,
    f_bytes: float,
    f_rate: float,
    f_bandwidth: float,
) -> None:
    got = after_change(
        flop,
        moved,
        rate,
        bandwidth,
        flop_factor=f_flop,
        bytes_factor=f_bytes,
        compute_factor=f_rate,
        bandwidth_factor=f_bandwidth,
    )
    want = two_bounds(flop * f_flop, moved * f_bytes, rate * f_rate, bandwidth * f_bandwidth)
    assert math.isclose(got, want["bound_s"])
    assert after_change(flop, moved, rate, bandwidth) == max(flop / rate, moved / bandwidth)


@few
@given(amounts, amounts, rates, rates, st.floats(1, 100))
def test_more_of_what_does_not_limit_is_useless(
    flop: float, moved: float, rate: float, bandwidth: float, factor: float
) -> None:
    bounds = two_bounds(flop, moved, rate, bandwidth)
    idle = "bandwidth_factor" if bounds["limiter"] == "compute" else "compute_factor"
    assert math.isclose(
        after_change(flop, moved, rate, bandwidth, **{idle: factor}),
        bounds["bound_s"],
    )


def test_ledgers() -> None:
    kinds = {
        "work": ["FLOP", "FLOPs", "MAC_count"],
        "capacity": ["stored_bytes", "peak_memory"],
        "movement": ["bytes_moved", "message_bytes"],
        "rate": ["FLOPS", "FLOP/s", "bytes_per_s", "tokens_per_s"],
    }
    for name, quantities in kinds.items():
        assert {ledger(kind) for kind in quantities} == {name}


@pytest.mark.parametrize(
    "change",
    [
        {"flop": -1.0},
        {"flop": math.nan},
        {"n_bytes": -1.0},
        {"n_bytes": math.inf},
        {"flop": 0, "n_bytes": 0},
        {"flop_per_s": 0.0},
        {"bytes_per_s": math.inf},
    ],
)
def test_tasks_refused(change: dict[str, Any]) -> None:
    for function in (two_bounds, after_change):
        with pytest.raises(ValueError, match="must"):
            function(**EXAMPLE | change)


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
@pytest.mark.parametrize("name", ["flop", "bytes", "compute", "bandwidth"])
def test_factors_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name}_factor"):
        after_change(**EXAMPLE, **{f"{name}_factor": value})


def test_unknown_quantity_refused() -> None:
    with pytest.raises(ValueError, match="kind"):
        ledger("flops")
