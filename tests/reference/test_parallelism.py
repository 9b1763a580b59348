"""Costs of many devices against the numbers of f06 and against a ring that sends real chunks."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.parallelism import (
    dp_step_s,
    main_cost,
    pp_bubble,
    ring_allreduce_s,
    tp_bytes_per_layer,
    worth_adding,
    zero_bytes_per_device,
    zero_traffic_bytes,
)

LINK = (10e-6, 20e9)
MIB = 2**20
few = settings(max_examples=50, deadline=None)
device_counts = st.integers(1, 64)
sizes = st.floats(0, 1e11)
latencies = st.floats(0, 1e-3)
rates = st.floats(1e8, 1e12)


def ring(chunks: list[list[int]], latency_s: float, s_per_item: float) -> float:
    """Reduce chunks[device][piece] on a ring in place, one item each; return the time it took."""
    n = len(chunks)
    time_s = 0.0
    for step in range(2 * (n - 1)):
        pieces = [(device - step + n) % n for device in range(n)]
        sent = [chunks[device][piece] for device, piece in enumerate(pieces)]
        for device, piece in enumerate(pieces):
            target = chunks[(device + 1) % n]
            target[piece] = target[piece] + sent[device] if step < n - 1 else sent[device]
        time_s += latency_s + s_per_item
    return time_s


def test_numbers_of_data_parallelism() -> None:
    assert round(ring_allreduce_s(1e9, 8, *LINK) * 1e3, 2) == 87.64
    assert round(dp_step_s(0.1, 8, 1e9, *LINK) * 1e3, 2) == 100.14
    assert 100 - 100 / 8 == 87.5
    assert worth_adding(0.1, 1, 8, 1e9, *LINK) == "slower"


def test_numbers_of_sharded_state() -> None:
    gigabytes = [zero_bytes_per_device(7 * 10**9, 8, stage) / 1e9 for stage in range(4)]
    assert gigabytes == [112, 38.5, 26.25, 14]
    assert [zero_traffic_bytes(14e9, 8, stage) for stage in range(3)] == [24.5e9] * 3
    assert zero_traffic_bytes(14e9, 8, 3) == 36.75e9


def test_numbers_of_tensor_and_pipeline_parallelism() -> None:
    assert pp_bubble(4, 8) == Fraction(3, 11)
    assert round(float(pp_bubble(4, 8)), 4) == 0.2727
    assert tp_bytes_per_layer(4096, 4096, 2, 8) == 112 * MIB


@few
@given(st.integers(1, 9), st.integers(0, 99), latencies, rates)
def test_the_formula_is_a_ring_step_by_step(n: int, seed: int, latency: float, rate: float) -> None:
    chunks = [[seed + 7 * device + piece for piece in range(n)] for device in range(n)]
    sums = [sum(column) for column in zip(*chunks, strict=True)]
    time_s = ring(chunks, latency, 1e6 / rate)
    assert chunks == [sums] * n
    assert math.isclose(ring_allreduce_s(n * 1e6, n, latency, rate), time_s)


@few
@given(sizes, rates)
def test_a_large_ring_moves_everything_twice(n_bytes: float, rate: float) -> None:
    assert ring_allreduce_s(n_bytes, 10**9, 0.0, rate) == pytest.approx(2 * n_bytes / rate)
    assert ring_allreduce_s(n_bytes, 1, 1.0, rate) == 0


@few
@given(st.floats(0, 10), device_counts, device_counts, sizes, latencies, rates)
def test_swapping_old_and_new_swaps_the_verdict(
    compute: float, old: int, new: int, grad: float, latency: float, rate: float
) -> None:
    swapped = {"faster": "slower", "slower": "faster", "same": "same"}
    there = worth_adding(compute, old, new, grad, latency, rate)
    assert worth_adding(compute, new, old, grad, latency, rate) == swapped[there]
    assert worth_adding(compute, old, old, grad, latency, rate) == "same"
    assert dp_step_s(compute, new, grad, latency, rate) >= compute / new


@few
@given(st.integers(1, 5), st.integers(0, 20))
def test_ties_can_be_built(exponent: int, grad: int) -> None:
    n = 2**exponent
    # compute (1 - 1/n) = 2 (n - 1) Q / (n β), so compute = 2 Q / β.
    assert worth_adding(2.0 * grad, 1, n, float(grad), 0.0, 1.0) == "same"
    assert worth_adding(2.0 * grad + 1, 1, n, float(grad), 0.0, 1.0) == "faster"


@few
@given(st.integers(0, 10**11), device_counts, st.tuples(*[st.integers(0, 16)] * 3))
def test_later_stages_hold_no_more(params: int, n: int, widths: tuple[int, int, int]) -> None:
    held = [zero_bytes_per_device(params, n, stage, *widths) for stage in range(4)]
    assert held == sorted(held, reverse=True)
    assert held[0] == params * sum(widths)
    assert held[3] == math.ceil(Fraction(params, n)) * sum(widths)
    assert len({zero_bytes_per_device(params, 1, stage, *widths) for stage in range(4)}) == 1


@few
@given(st.integers(1, 10**6), device_counts)
def test_each_stage_shards_one_thing_more(params: int, n: int) -> None:
    shard = -(-params // n)
    for thing in range(3):
        widths = [0, 0, 0]
        widths[thing] = 1
        held = [zero_bytes_per_device(params, n, stage, *widths) for stage in range(4)]
        first = 3 - thing  # weights from stage 3 on, gradients from 2, optimizer state from 1
        assert held == [params] * first + [shard] * (4 - first)


@few
@given(st.floats(1, 1e12), device_counts)
def test_only_the_last_stage_sends_more(weight_bytes: float, n: int) -> None:
    sent = [zero_traffic_bytes(weight_bytes, n, stage) for stage in range(4)]
    assert sent[0] == sent[1] == sent[2]
    assert math.isclose(2 * sent[3], 3 * sent[0])
    assert math.isclose(sent[0] / 1e9, ring_allreduce_s(weight_bytes, n, 0.0, 1e9))


@few
@given(*[st.integers(0, 10**5)] * 2, st.integers(0, 8), device_counts)
def test_a_layer_reduces_its_activations_twice(
    tokens: int, d_model: int, itemsize: int, n: int
) -> None:
    sent = tp_bytes_per_layer(tokens, d_model, itemsize, n)
    once = ring_allreduce_s(tokens * d_model * itemsize, n, 0.0, 1.0)
    assert math.isclose(sent, 2 * once)


@few
@given(device_counts, device_counts)
def test_bubbles(stages: int, micro: int) -> None:
    assert pp_bubble(1, micro) == 0
    assert pp_bubble(stages + 1, micro) > pp_bubble(stages + 1, micro + 1)
    assert pp_bubble(stages + 1, micro) > pp_bubble(stages, micro)


def test_main_costs() -> None:
    assert {split: main_cost(split) for split in ("samples", "inside_operator", "layers")} == {
        "samples": "gradient_sync",
        "inside_operator": "in_layer_communication",
        "layers": "stage_wait_and_transfer",
    }
    assert main_cost("training_state") == "gather_and_sync"
    assert main_cost("serving_phases") == "not_a_training_split"


def test_refused() -> None:
    for call in (
        lambda: ring_allreduce_s(-1.0, 2, 0.0, 1.0),
        lambda: ring_allreduce_s(1.0, 0, 0.0, 1.0),
        lambda: ring_allreduce_s(1.0, 2, -1.0, 1.0),
        lambda: ring_allreduce_s(1.0, 1, 0.0, 0.0),
        lambda: ring_allreduce_s(math.nan, 2, 0.0, 1.0),
        lambda: dp_step_s(-1.0, 2, 1.0, 0.0, 1.0),
        lambda: dp_step_s(1.0, 0, 1.0, 0.0, 1.0),
        lambda: worth_adding(math.inf, 1, 2, 1.0, 0.0, 1.0),
        lambda: worth_adding(1.0, 1, 0, 1.0, 0.0, 1.0),
        lambda: tp_bytes_per_layer(-1, 1, 1, 1),
        lambda: tp_bytes_per_layer(1, 1, 1, 0),
        lambda: pp_bubble(0, 1),
        lambda: pp_bubble(1, 0),
        lambda: zero_bytes_per_device(-1, 1, 0),
        lambda: zero_bytes_per_device(1, 0, 0),
        lambda: zero_bytes_per_device(1, 1, 4),
        lambda: zero_bytes_per_device(1, 1, -1),
        lambda: zero_bytes_per_device(1, 1, 0, opt_b=-1),
        lambda: zero_traffic_bytes(1.0, 1, 4),
        lambda: zero_traffic_bytes(-1.0, 1, 0),
        lambda: zero_traffic_bytes(1.0, 0, 0),
        lambda: main_cost("DP"),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()
