"""Inputs of q06, drawn inside its domain.

Most random sums are far from a tie and small in number, so three of the four kinds of lists are
made of values for which one rounding, or the order of two additions, decides.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

FORMATS = ("fp16", "bf16", "fp32")
ORDERS = ("left", "pairwise")
INTEGERS = (1.0, 3.0, 255.0, 256.0, 257.0, 1023.0, 2047.0, 2048.0, 2049.0, 2051.0)
"""Odd and even, small and large."""
INEXACT = (0.1, 1 / 3, 0.7, 1e-3)
"""Stored exactly by no binary format."""
TINY = (2.0**-14, 2.0**-24, 3 * 2.0**-25, 2.0**-25, 6e-8)
"""Around the subnormal numbers of FP16."""
LARGE = (65504.0, 40_000.0, 30_000.0, 32.0, 16.0, 15.0, 8.0)
"""Finite in every format; two of the first three overflow in FP16."""
MOST_VALUES = 30
"""So many values of at most 2051 stay finite in every format."""


def formats() -> SearchStrategy[str]:
    """Return names of formats."""
    return st.sampled_from(FORMATS)


def orders() -> SearchStrategy[str]:
    """Return names of orders."""
    return st.sampled_from(ORDERS)


def steps() -> SearchStrategy[int]:
    """Return increments of a running sum."""
    return st.integers(1, 16)


def element_lists() -> SearchStrategy[list[float]]:
    """Return values whose sums stay finite, any number of them from 0."""
    anything = st.floats(-1024, 1024, width=32)
    telling = st.sampled_from((*INTEGERS, *INEXACT, *TINY, *(-x for x in INTEGERS)))
    return (
        st.lists(telling | anything, max_size=MOST_VALUES)
        # Five is the shortest list on which all ways to pair an odd number of values differ.
        | st.lists(st.sampled_from(INTEGERS), min_size=5, max_size=5)
        | st.lists(st.sampled_from(TINY), max_size=5)
    )


def overflowing_lists() -> SearchStrategy[list[float]]:
    """Return large values of one sign: partial sums may become infinite, never NaN."""
    lists = st.lists(st.sampled_from(LARGE), min_size=1, max_size=5)
    return st.builds(lambda xs, sign: [sign * x for x in xs], lists, st.sampled_from((1, -1)))


def sums(order: str) -> SearchStrategy[dict[str, Any]]:
    """Return the arguments of `accumulate` for one order."""
    return st.fixed_dictionaries(
        {
            "values": element_lists() | overflowing_lists(),
            "acc_fmt": formats(),
            "order": st.just(order),
            "in_fmt": formats(),
        }
    )


def counts_of_ones() -> SearchStrategy[int]:
    """Return lengths below, around and above the 2048th addition."""
    return st.integers(0, 100) | st.integers(2040, 2056) | st.integers(2057, 4200)


@st.composite
def small_integers(draw: st.DrawFn, limit: int) -> list[float]:
    """Return integers whose absolute values add up to at most `limit`."""
    room, kept = limit, []
    for x in draw(st.lists(st.integers(-limit, limit), max_size=12)):
        part = max(-room, min(room, x))
        room -= abs(part)
        kept.append(float(part))
    return kept


def fp16_numbers() -> SearchStrategy[float]:
    """Return normal FP16 numbers, most of them with all 11 bits in use."""
    return st.builds(
        lambda units, exponent, sign: sign * units * 2.0**exponent,
        st.integers(1025, 2047),
        st.integers(-24, -6),
        st.sampled_from((1, -1)),
    )
