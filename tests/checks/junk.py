"""Whatever may come over the wire in place of an answer, nested, huge and not a number included."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

DTYPES = ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16")
HUGE = 10**400


@st.composite
def numpy_scalars(draw: Any) -> np.generic:
    """A NumPy scalar with any bits, signalling NaN included."""
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    if dtype.kind == "b":
        return np.bool_(draw(st.booleans()))
    data = draw(st.binary(min_size=dtype.itemsize, max_size=dtype.itemsize))
    return np.frombuffer(data, dtype)[0]


@st.composite
def arrays(draw: Any) -> np.ndarray:
    """An array of any dtype and bits, small, of 0 to 3 dimensions, perhaps empty."""
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    shape = tuple(draw(st.lists(st.integers(0, 3), max_size=3)))
    size = math.prod(shape) * dtype.itemsize
    data = draw(st.binary(min_size=size, max_size=size))
    if dtype.kind == "b":
        data = bytes(b & 1 for b in data)
    return np.frombuffer(data, dtype).reshape(shape)


def numbers() -> st.SearchStrategy[Any]:
    """Numbers of every type, those at the edges often."""
    edges = (0, 0.0, -0.0, 1, 1.0, True, HUGE, -HUGE, math.nan, math.inf, -math.inf, 5e-324)
    return (
        st.sampled_from((*edges, Fraction(HUGE, 3), Fraction(1, HUGE), np.int8(-128)))
        | st.integers(10_000, 20_000).map(lambda bits: 1 << bits)  # Python refuses to print these
        | st.integers()
        | st.floats()
        | st.fractions()
        | st.decimals(allow_nan=True).filter(lambda d: not d.is_snan())
        | st.complex_numbers()
        | numpy_scalars()
    )


def scalars() -> st.SearchStrategy[Any]:
    """Anything without items."""
    text = st.text(st.characters(codec=None), max_size=8)
    return st.none() | st.booleans() | numbers() | text | st.binary(max_size=8)


def hashable() -> st.SearchStrategy[Any]:
    """Keys and members."""
    return st.just(HASH_OF_PAIR[1]) | st.recursive(
        scalars(),
        lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
        max_leaves=4,
    )


def junk() -> st.SearchStrategy[Any]:
    """Any value of the wire's domain, nested a few levels deep."""
    return st.recursive(
        scalars() | arrays() | st.sampled_from((Decimal("NaN"), {}, [], (), set())),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.tuples(inner, inner)
            | st.dictionaries(hashable(), inner, max_size=3)
            | st.sets(hashable(), max_size=3)
        ),
        max_leaves=8,
    )


def _pair_with_small_hash() -> tuple[tuple[int, int], np.int64]:
    """Return a pair of integers and the NumPy integer of the same hash."""
    modulus = 2**61 - 1
    pairs = ((a, b) for a in range(400, 500) for b in range(100))
    pair = next(p for p in pairs if abs(hash(p)) < modulus)
    return pair, np.int64(hash(pair))


HASH_OF_PAIR = _pair_with_small_hash()
"""A tuple and an `np.int64` of the same hash: `==` between them has no truth value, so no set or
dictionary holds both."""
