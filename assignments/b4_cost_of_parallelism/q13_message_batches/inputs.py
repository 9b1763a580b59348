"""Inputs of q13, drawn inside its domain.

Sizes, latencies and rates are spread over decades, so that in some cases latency decides the time
and in others bandwidth does: a mistake in either term shows.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

MOST_MESSAGES = 10_000
"""An answer that adds up a list of messages has to stay cheap."""


def _decades(low: int, high: int) -> SearchStrategy[float]:
    """Return numbers 1.0 ... 9.9 times 10**low ... 10**high."""
    return st.builds(
        lambda tenths, exponent: tenths / 10 * 10.0**exponent,
        st.integers(10, 99),
        st.integers(low, high),
    )


def positive_bytes() -> SearchStrategy[float]:
    """Return sizes above 0, in bytes: 1 B ... 9.9 GB."""
    return _decades(0, 9)


def positive_latencies() -> SearchStrategy[float]:
    """Return latencies above 0, in seconds: 0.1 us ... 0.99 ms."""
    return _decades(-7, -4)


def latencies() -> SearchStrategy[float]:
    """Return latencies in seconds, 0 among them."""
    return st.just(0.0) | positive_latencies()


def bandwidths() -> SearchStrategy[float]:
    """Return sustained rates in bytes per second: 0.1 GB/s ... 990 GB/s."""
    return _decades(8, 11)


def message_counts() -> SearchStrategy[int]:
    """Return numbers of messages, small ones often."""
    return st.integers(1, 20) | st.integers(1, MOST_MESSAGES)


def fractions() -> SearchStrategy[float]:
    """Return fractions of the sustained rate, strictly between 0 and 1."""
    return st.integers(1, 999).map(lambda thousandths: thousandths / 1000)


def size_ratios() -> SearchStrategy[float]:
    """Return message sizes in units of the half-bandwidth point: 0.001 ... 990."""
    return _decades(-3, 2)


def transfers() -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `transfer_s`."""
    return st.fixed_dictionaries(
        {
            "total_bytes": st.just(0.0) | positive_bytes(),
            "messages": message_counts(),
            "latency_s": latencies(),
            "bytes_per_s": bandwidths(),
        }
    )


def single_messages() -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `effective_bytes_per_s`."""
    return st.fixed_dictionaries(
        {
            "message_bytes": positive_bytes(),
            "latency_s": latencies(),
            "bytes_per_s": bandwidths(),
        }
    )


def links() -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `half_bandwidth_bytes`."""
    return st.fixed_dictionaries({"latency_s": latencies(), "bytes_per_s": bandwidths()})


def targets() -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `min_message_bytes`."""
    return st.fixed_dictionaries(
        {"fraction": fractions(), "latency_s": latencies(), "bytes_per_s": bandwidths()}
    )
