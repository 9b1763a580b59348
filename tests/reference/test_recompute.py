"""Recomputation against the numbers of x18 and q25, and against trying everything."""

from __future__ import annotations

import math
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.recompute import (
    backward_steps,
    cheapest_keep,
    recompute_is_exact,
    simulate,
    uniform_checkpoint,
    useful_techniques,
)

ACT, FLOP = [4, 2, 6, 1], [1, 1, 1, 1]
few = settings(max_examples=50, deadline=None)

NOTHING: dict[str, Any] = {
    "compute_s": 2.0,
    "memory_s": 1.0,
    "copy_s": 0.0,
    "input_reuse": 1,
    "roundtrip_bytes": 0,
    "intermediate_used_elsewhere": False,
    "peak_bytes": 10,
    "capacity_bytes": 10,
    "droppable_bytes": 0,
    "independent_batches": False,
    "buffers": 1,
}


@st.composite
def networks(draw: st.DrawFn, most: int = 8) -> tuple[list[int], list[int], set[int]]:
    layers = draw(st.integers(1, most))
    sizes, flop = (
        draw(st.lists(st.integers(0, 9), min_size=layers, max_size=layers)) for _ in range(2)
    )
    return sizes, flop, draw(st.sets(st.integers(0, layers - 1)))


def subsets(layers: int) -> list[set[int]]:
    counts = range(layers + 1)
    return [set(s) for s in chain.from_iterable(combinations(range(layers), c) for c in counts)]


def test_numbers_of_recompute() -> None:
    assert simulate(ACT, FLOP, {1, 3}) == (9, 2)
    assert simulate(ACT, FLOP, {0, 1, 2, 3}) == (13, 0)
    assert simulate(ACT, FLOP, set()) == (13, 4)


def test_numbers_of_uniform_checkpoints() -> None:
    assert uniform_checkpoint(64, 1, 8) == {"peak_bytes": 15, "extra_layer_forwards": 56}
    assert uniform_checkpoint(64, 1, 64) == {"peak_bytes": 64, "extra_layer_forwards": 63}


def test_the_steps_tell_what_is_live() -> None:
    last, third, second, first = backward_steps(ACT, {1, 3})
    assert (last.layer, last.recomputed, set(last.live), last.live_bytes) == (3, (2,), {1, 2, 3}, 9)
    assert (third.layer, third.recomputed, set(third.live)) == (2, (), {1, 2})
    assert (second.layer, second.recomputed, set(second.live)) == (1, (0,), {0, 1})
    assert (first.layer, first.recomputed, set(first.live)) == (0, (), {0})


@few
@given(networks())
def test_every_dropped_layer_is_recomputed_once(
    network: tuple[list[int], list[int], set[int]],
) -> None:
    sizes, flop, keep = network
    again = [layer for step in backward_steps(sizes, keep) for layer in step.recomputed]
    assert sorted(again) == sorted(set(range(len(sizes))) - keep)
    peak, extra = simulate(sizes, flop, keep)
    assert extra == sum(flop[layer] for layer in again)
    assert max(sizes) <= peak <= sum(sizes)


@few
@given(networks(), st.integers(1, 1000))
def test_peaks_scale_with_bytes(
    network: tuple[list[int], list[int], set[int]], factor: int
) -> None:
    sizes, flop, keep = network
    peak, extra = simulate(sizes, flop, keep)
    assert simulate([size * factor for size in sizes], flop, keep) == (peak * factor, extra)


@few
@given(networks())
def test_keeping_all_costs_memory_only(network: tuple[list[int], list[int], set[int]]) -> None:
    sizes, flop, _ = network
    assert simulate(sizes, flop, set(range(len(sizes)))) == (sum(sizes), 0)


@few
@given(networks(most=6), st.integers(0, 60))
def test_the_cheapest_fits_and_none_is_cheaper(
    network: tuple[list[int], list[int], set[int]], budget: int
) -> None:
    sizes, flop, _ = network
    outcomes = [simulate(sizes, flop, keep) for keep in subsets(len(sizes))]
    fitting = [extra for peak, extra in outcomes if peak <= budget]
    best = cheapest_keep(sizes, flop, budget)
    if best is None:
        assert not fitting
        return
    peak, extra = simulate(sizes, flop, best)
    assert peak <= budget
    assert extra == min(fitting)


@few
@given(networks())
def test_a_budget_for_everything_costs_no_flop(
    network: tuple[list[int], list[int], set[int]],
) -> None:
    sizes, flop, _ = network
    best = cheapest_keep(sizes, flop, sum(sizes))
    assert best is not None
    assert simulate(sizes, flop, best)[1] == 0


def test_exact_needs_the_same_inputs_and_the_same_draws() -> None:
    cases = [(rng, saved, same) for rng in (0, 1) for saved in (0, 1) for same in (0, 1)]
    exact = [case for case in cases if recompute_is_exact(*map(bool, case))]
    assert exact == [(0, 0, 1), (0, 1, 1), (1, 1, 1)]


@few
@given(st.integers(1, 10), st.integers(0, 99), st.data())
def test_uniform_checkpoints_are_a_keep_set(layers: int, size: int, data: st.DataObject) -> None:
    seg = data.draw(st.integers(1, layers))
    keep = {min(start + seg, layers) - 1 for start in range(0, layers, seg)}
    peak, extra = simulate([size] * layers, [1] * layers, keep)
    report = {"peak_bytes": peak, "extra_layer_forwards": extra}
    assert uniform_checkpoint(layers, size, seg) == report


@few
@given(st.integers(1, 500), st.data())
def test_no_segment_beats_the_square_root(layers: int, data: st.DataObject) -> None:
    seg = data.draw(st.integers(1, layers))
    report = uniform_checkpoint(layers, 1, seg)
    assert report["peak_bytes"] >= 2 * math.sqrt(layers) - 2
    assert report["extra_layer_forwards"] < layers
    steps = backward_steps(
        [1] * layers, {min(start + seg, layers) - 1 for start in range(0, layers, seg)}
    )
    assert report["peak_bytes"] == max(step.live_bytes for step in steps)
    for extreme in (1, layers):
        assert uniform_checkpoint(layers, 1, extreme)["peak_bytes"] == layers


@pytest.mark.parametrize(
    ("change", "useful"),
    [
        ({}, set()),
        ({"memory_s": 3.0, "input_reuse": 2}, {"tiling"}),
        ({"input_reuse": 2, "roundtrip_bytes": 8}, set()),
        ({"memory_s": 3.0, "roundtrip_bytes": 8}, {"fusion"}),
        (
            {"memory_s": 3.0, "roundtrip_bytes": 8, "intermediate_used_elsewhere": True},
            set(),
        ),
        ({"peak_bytes": 12, "droppable_bytes": 2}, {"recompute"}),
        ({"peak_bytes": 12, "droppable_bytes": 1}, set()),
        ({"droppable_bytes": 5}, set()),
        (
            {"peak_bytes": 2**60 + 1, "capacity_bytes": 2**60, "droppable_bytes": 1},
            {"recompute"},
        ),
        ({"copy_s": 1.0, "independent_batches": True, "buffers": 2}, {"pipelining"}),
        ({"copy_s": 1.0, "independent_batches": True, "buffers": 1}, set()),
        ({"copy_s": 1.0, "independent_batches": False, "buffers": 2}, set()),
        ({"compute_s": 0.0, "independent_batches": True, "buffers": 2}, set()),
        (
            {
                "memory_s": 3.0,
                "copy_s": 1.0,
                "input_reuse": 2,
                "roundtrip_bytes": 1,
                "peak_bytes": 11,
                "droppable_bytes": 1,
                "independent_batches": True,
                "buffers": 2,
            },
            {"tiling", "fusion", "recompute", "pipelining"},
        ),
    ],
)
def test_techniques_follow_what_is_scarce(change: dict[str, Any], useful: set[str]) -> None:
    assert useful_techniques(NOTHING | change) == useful


@pytest.mark.parametrize("key", list(NOTHING))
def test_a_scenario_needs_every_key(key: str) -> None:
    with pytest.raises(ValueError, match=key):
        useful_techniques({name: value for name, value in NOTHING.items() if name != key})


def test_refused() -> None:
    for call in (
        lambda: simulate([], [], set()),
        lambda: simulate([1], [1, 2], set()),
        lambda: simulate([1] * 11, [1] * 11, set()),
        lambda: simulate([-1], [1], set()),
        lambda: simulate([1], [-1], set()),
        lambda: simulate([1], [1], {1}),
        lambda: simulate([1], [1], {-1}),
        lambda: backward_steps([], set()),
        lambda: cheapest_keep([1], [1], -1),
        lambda: cheapest_keep([1], [], 1),
        lambda: uniform_checkpoint(0, 1, 1),
        lambda: uniform_checkpoint(4, -1, 1),
        lambda: uniform_checkpoint(4, 1, 5),
        lambda: uniform_checkpoint(4, 1, 0),
        lambda: useful_techniques(NOTHING | {"memory_s": -1.0}),
        lambda: useful_techniques(NOTHING | {"copy_s": math.nan}),
        lambda: useful_techniques(NOTHING | {"buffers": -1}),
    ):
        with pytest.raises(ValueError, match="must"):
            call()
