"""The message model against the numbers of q13 and against the properties that define it."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.models.messages import (
    effective_bytes_per_s,
    half_bandwidth_bytes,
    min_message_bytes,
    transfer_s,
)

LATENCY_S, BYTES_PER_S = 10e-6, 20e9
NAN, INF = math.nan, math.inf

sizes = st.floats(1.0, 1e10)
latencies = st.floats(1e-7, 1e-3)
rates = st.floats(1e8, 1e12)
counts = st.integers(1, 10_000)


def close(got: float, want: float) -> bool:
    return math.isclose(got, want, rel_tol=1e-12)


def test_numbers_of_the_unit() -> None:
    thousand = transfer_s(1e6, 1000, LATENCY_S, BYTES_PER_S)
    one = transfer_s(1e6, 1, LATENCY_S, BYTES_PER_S)
    assert close(thousand, 10.05e-3)
    assert close(one, 60e-6)
    assert close(thousand / one, 167.5)
    assert close(half_bandwidth_bytes(LATENCY_S, BYTES_PER_S), 200_000)
    assert close(min_message_bytes(0.9, LATENCY_S, BYTES_PER_S), 1_800_000)
    assert round(effective_bytes_per_s(1e3, LATENCY_S, BYTES_PER_S) / 1e6, 1) == 99.5


def test_binary_reading_is_a_different_number() -> None:
    assert round(transfer_s(2**20, 1024, LATENCY_S, BYTES_PER_S) * 1e3, 3) == 10.292


@given(sizes, counts, latencies, rates)
def test_against_exact_rationals(size: float, count: int, latency: float, rate: float) -> None:
    exact = count * (Fraction(latency) + Fraction(size) / count / Fraction(rate))
    assert close(transfer_s(size, count, latency, rate), float(exact))


@given(sizes, counts, counts, latencies, rates)
def test_each_message_costs_one_latency(
    size: float, count: int, more: int, latency: float, rate: float
) -> None:
    before = transfer_s(size, count, latency, rate)
    after = transfer_s(size, count + more, latency, rate)
    assert after > before
    assert close(after, before + more * latency)


@given(sizes, counts, latencies, rates)
def test_batch_is_n_single_messages(size: float, count: int, latency: float, rate: float) -> None:
    assert close(
        transfer_s(size, count, latency, rate),
        count * transfer_s(size / count, 1, latency, rate),
    )


@given(sizes, counts, rates)
def test_without_latency_only_bytes_count(size: float, count: int, rate: float) -> None:
    assert transfer_s(size, count, 0.0, rate) == size / rate
    assert close(effective_bytes_per_s(size, 0.0, rate), rate)
    assert half_bandwidth_bytes(0.0, rate) == 0
    assert min_message_bytes(0.9, 0.0, rate) == 0


@given(sizes, latencies, rates)
def test_effective_rate_rises_towards_the_sustained_rate(
    size: float, latency: float, rate: float
) -> None:
    small = effective_bytes_per_s(size, latency, rate)
    assert small < effective_bytes_per_s(2 * size, latency, rate) < rate


@given(st.floats(0.001, 0.999), latencies, rates)
def test_smallest_message_reaches_the_fraction(
    fraction: float, latency: float, rate: float
) -> None:
    size = min_message_bytes(fraction, latency, rate)
    assert close(effective_bytes_per_s(size, latency, rate), fraction * rate)


@given(latencies, rates)
def test_half_bandwidth_is_fraction_one_half(latency: float, rate: float) -> None:
    assert close(half_bandwidth_bytes(latency, rate), min_message_bytes(0.5, latency, rate))


@pytest.mark.parametrize(
    ("size", "count", "latency", "rate"),
    [
        (-1.0, 1, 0.0, 1.0),
        (NAN, 1, 0.0, 1.0),
        (INF, 1, 0.0, 1.0),
        (1.0, 0, 0.0, 1.0),
        (1.0, 1, -1e-9, 1.0),
        (1.0, 1, NAN, 1.0),
        (1.0, 1, 0.0, 0.0),
        (1.0, 1, 0.0, INF),
    ],
)
def test_transfer_refuses(size: float, count: int, latency: float, rate: float) -> None:
    with pytest.raises(ValueError, match="must be"):
        transfer_s(size, count, latency, rate)


@pytest.mark.parametrize("size", [0.0, -1.0, NAN, INF])
def test_effective_refuses_sizes(size: float) -> None:
    with pytest.raises(ValueError, match="message_bytes"):
        effective_bytes_per_s(size, LATENCY_S, BYTES_PER_S)


@pytest.mark.parametrize("fraction", [0.0, 1.0, -0.1, 1.5, NAN])
def test_min_message_refuses_fractions(fraction: float) -> None:
    with pytest.raises(ValueError, match="fraction"):
        min_message_bytes(fraction, LATENCY_S, BYTES_PER_S)


@pytest.mark.parametrize(("latency", "rate"), [(-1.0, 1.0), (INF, 1.0), (0.0, 0.0), (0.0, NAN)])
def test_every_function_refuses_bad_links(latency: float, rate: float) -> None:
    for call in (
        lambda: effective_bytes_per_s(1.0, latency, rate),
        lambda: half_bandwidth_bytes(latency, rate),
        lambda: min_message_bytes(0.5, latency, rate),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()


@pytest.mark.parametrize("count", [NAN, 2.5, True, "3"])
def test_a_number_of_messages_is_an_integer(count):
    with pytest.raises(TypeError, match="messages must be an integer"):
        transfer_s(1e6, count, LATENCY_S, BYTES_PER_S)


def test_an_integer_beyond_all_floats_is_refused():
    with pytest.raises(ValueError, match="total_bytes must be finite"):
        transfer_s(10**400, 1, 0, 1)
    with pytest.raises(ValueError, match="messages must be finite"):
        transfer_s(1, 10**400, 1, 1)


def test_small_numpy_integers_do_not_overflow():
    hundred = np.int8(100)
    assert transfer_s(hundred, hundred, np.int8(2), 1) == 300
    assert half_bandwidth_bytes(np.int32(100_000), np.int32(100_000)) == 1e10


def test_without_latency_the_rate_is_reached_however_small_the_message():
    assert effective_bytes_per_s(1e-320, 0, 1e300) == 1e300
