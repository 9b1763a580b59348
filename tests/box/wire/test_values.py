from __future__ import annotations

import collections
import enum
import math
import struct
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.box import wire
from tests.box.wire.exact import exact, through

PAYLOAD_NAN = struct.unpack("<d", bytes.fromhex("2a000000000cf8ff"))[0]
NUMPY = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]


@st.composite
def numpy_scalars(draw: Any) -> np.generic:
    dtype = np.dtype(draw(st.sampled_from(NUMPY)))
    if dtype.kind == "b":
        return np.bool_(draw(st.booleans()))
    data = draw(st.binary(min_size=dtype.itemsize, max_size=dtype.itemsize))
    return np.frombuffer(data, dtype)[0]


decimals = st.builds(
    lambda sign, digits, exponent: Decimal((sign, digits, exponent)),
    st.integers(0, 1),
    st.lists(st.integers(0, 9), max_size=40).map(tuple),
    st.integers(-9000, 9000) | st.sampled_from(["F", "n"]),
)
fractions = st.fractions() | st.builds(Fraction, st.floats(allow_nan=False, allow_infinity=False))
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.builds(lambda n, less: (1 << n) - less, st.integers(60, 600), st.integers(-1, 1))
    | st.floats()
    | st.sampled_from([math.inf, -0.0, PAYLOAD_NAN])
    | st.complex_numbers()
    | st.text(st.characters(codec=None))
    | st.binary()
    | fractions
    | decimals
    | numpy_scalars()
)


@st.composite
def scalars(draw: Any) -> Any:  # a function only because Hypothesis prints it by its name
    return draw(SCALARS)


# Where an int of many bits has the hash of a numpy bool, comparing the two is an OverflowError.
KEYS = st.recursive(
    scalars().filter(lambda key: not isinstance(key, np.bool_)),
    lambda k: st.lists(k, max_size=3).map(tuple) | st.frozensets(k, max_size=3),
)


@st.composite
def keys(draw: Any) -> Any:
    return draw(KEYS)


values = st.recursive(
    scalars(),
    lambda v: (
        st.lists(v)
        | st.lists(v).map(tuple)
        | st.sets(keys())
        | st.frozensets(keys())
        | st.dictionaries(keys(), v)
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(values)
def test_a_value_arrives_with_exact_types_and_bits(value: Any) -> None:
    assert exact(through(value)) == exact(value)


@settings(deadline=None)
@given(values, st.integers(1, 40), st.integers(0, 3), st.integers(1, 200))
def test_what_pack_accepts_is_accepted_under_the_same_limits(
    value: Any, nodes: int, depth: int, size: int
) -> None:
    limits = wire.WireLimits(
        nodes=nodes, depth=depth, str_bytes=size, int_bytes=size, fraction_bytes=size, unkeyed=2
    )
    try:
        pieces = wire.pack(wire.Kind.RETURNED, 0, value, keep_layout=False, limits=limits)
    except wire.TooLarge:
        return
    assert exact(wire.loads(b"".join(pieces), limits=limits).value) == exact(value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        (1.0, np.float64(1.0)),
        (math.nan, PAYLOAD_NAN),
        ([1], (1,)),
        ({1}, frozenset({1})),
        (Decimal("1.0"), Decimal("1.00")),
        ({1: 2, 3: 4}, {3: 4, 1: 2}),
        (np.zeros((2, 2)), np.zeros((2, 2), order="F")),
        (np.zeros(2), np.zeros(2, np.int64)),
    ],
)
def test_exact_tells_apart_what_python_calls_equal(one: Any, other: Any) -> None:
    assert exact(one) != exact(other)


def test_a_frame_does_not_depend_on_the_order_of_a_set() -> None:
    up, down = set([0, 8]), set([8, 0])  # noqa: C405 - the order of insertion is the point
    assert list(up) != list(down)
    assert wire.pack(wire.Kind.CALL, 0, up, keep_layout=True) == wire.pack(
        wire.Kind.CALL, 0, down, keep_layout=True
    )


def test_ints_of_any_size_arrive() -> None:
    for value in (2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**500_000, -(2**500_000)):
        came = through(value)
        assert type(came) is int
        # Not compared in the assert: pytest cannot print an int of 150,000 digits.
        same = came == value
        assert same


def test_longlong_arrives_as_int64() -> None:
    assert exact(through(np.longlong(5))) == exact(np.int64(5))


class OwnInt(int):
    pass


class OwnArray(np.ndarray):
    pass


class Colour(enum.IntEnum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (OwnInt(3), ["OwnInt", "plain int"]),
        (Colour.RED, ["Colour", "plain int"]),
        (collections.OrderedDict(a=1), ["collections.OrderedDict", "plain dict"]),
        (collections.namedtuple("Point", "x")(1), ["Point", "plain tuple"]),
        (type("Real", (np.float64,), {})(1.0), ["Real", "plain float64"]),
        (type("Money", (Decimal,), {})(1), ["Money", "plain Decimal"]),
        (np.zeros(2).view(OwnArray), ["OwnArray", "plain ndarray"]),
        (np.ma.zeros(2), ["MaskedArray", "plain ndarray"]),
        (np.zeros(2).view(np.recarray), ["recarray", "plain ndarray"]),
        (np.zeros(2, object), ["array of dtype object"]),
        (np.zeros(2, np.longdouble), ["array of dtype float128"]),
        (np.zeros(2, "M8[s]"), ["array of dtype datetime64[s]"]),
        (np.zeros(2, "i4,f4"), ["array of dtype"]),
        (np.array(["a"]), ["array of dtype <U1"]),
        (np.longdouble(1), ["numpy.longdouble"]),
        (np.str_("a"), ["numpy.str_", "plain str"]),
        (Decimal("sNaN"), ["signalling NaN"]),
        (bytearray(b"a"), ["type bytearray cannot"]),
        (range(3), ["type range cannot"]),
        (iter([]), ["list_iterator"]),
        (len, ["builtin_function_or_method"]),
        (Exception(), ["type Exception cannot"]),
        (int, ["type type cannot"]),
        (object(), ["type object cannot"]),
    ],
)
def test_another_type_is_refused_by_name(value: Any, words: list[str]) -> None:
    for wrapped in (value, [(value,)], {"a": value}):
        with pytest.raises(wire.Unsendable) as caught:
            wire.pack(wire.Kind.RETURNED, 0, wrapped, keep_layout=False)
        assert not isinstance(caught.value, wire.TooLarge)
        for word in words:
            assert word in str(caught.value)


def test_a_list_that_contains_itself_is_too_large() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(wire.TooLarge, match="nesting"):
        wire.pack(wire.Kind.RETURNED, 0, loop, keep_layout=False)


LIMITED: list[tuple[str, int, Any, str]] = [
    ("meta_bytes", 100, "a" * 100, "bytes"),
    ("buffers", 2, [np.zeros(1)] * 3, "buffers|arrays"),
    ("buffer_bytes", 100, [np.zeros(6)] * 3, "buffer bytes|bytes of all arrays"),
    ("depth", 3, [[[[1]]]], "nest"),
    ("nodes", 10, [1] * 10, "values"),
    ("nodes", 6, [[1, 2, 3], 4, 5], "values"),
    ("nodes", 100, [Fraction(3**1000, 2**1500)], "values"),
    ("nodes", 10, Decimal("1" * 900), "values"),
    ("nodes", 10, np.zeros(1), "values"),
    ("nodes", 1, 2**70, "values"),
    ("nodes", 2, {}, "values"),
    ("nodes", 10, "\ud800" * 20, "values"),
    ("nodes", 6, Decimal("1e9000"), "values"),
    ("nodes", 11, {(-1, 0), (-2, 0)}, "values"),
    ("nodes", 25, {frozenset({-1, 0}), frozenset({-2, 0})}, "values"),
    ("ndim", 2, np.zeros((1, 1, 1)), "dimensions"),
    ("int_bytes", 50, 2**400, "bytes of an int"),
    ("str_bytes", 5, "\N{SNOWMAN}" * 2, "bytes of a str"),
    ("str_bytes", 5, b"123456", "bytes of a bytes object"),
    ("unkeyed", 3, set(range(4)), "keys"),
    ("unkeyed", 3, dict.fromkeys(range(4)), "keys"),
    ("key_pairs", 10, [{1, 2, 3}, {4, 5}], "pairs of keys"),
    ("fraction_bytes", 9, Fraction(1, 2**80), "bytes of an int"),
    ("fraction_bytes", 9, Fraction(2**80), "bytes of an int"),
    ("decimal_digits", 5, Decimal("123456"), "digits of a Decimal"),
    ("decimal_digits", 5, Decimal("NaN123456"), "digits of a Decimal"),
    ("decimal_exponent", 30, Decimal("1e-31"), "exponent"),
]


@pytest.mark.parametrize(("name", "limit", "value", "words"), LIMITED)
def test_each_limit_refuses_on_both_sides(name: str, limit: int, value: Any, words: str) -> None:
    tight: Any = wire.WireLimits(**{name: limit})
    data = b"".join(wire.pack(wire.Kind.RETURNED, 0, value, keep_layout=False))
    assert exact(wire.loads(data).value) == exact(value)
    with pytest.raises(wire.TooLarge, match=words):
        wire.pack(wire.Kind.RETURNED, 0, value, keep_layout=False, limits=tight)
    with pytest.raises(wire.ProtocolError, match=words):
        wire.loads(data, limits=tight)


def test_what_honestly_shares_a_hash_arrives() -> None:
    """hash(-1) == hash(-2), and so do tuples and sets of them."""
    near = range(-6, 6)
    points = {(x, y, z) for x in near for y in near for z in near}
    edges = {frozenset({a, b}) for a in near for b in near}
    assert len({hash(point) for point in points}) < len(points)
    assert len({hash(edge) for edge in edges}) < len(edges)
    for value in (points, edges, dict.fromkeys(points)):
        assert through(value) == through(value, to_box=True) == value


def test_every_limit_is_tested() -> None:
    assert {name for name, *_ in LIMITED} == set(wire.WireLimits.__dataclass_fields__)


def test_str_keys_are_not_counted_as_unkeyed() -> None:
    value = {f"key {i}": b"" for i in range(3000)}
    assert through(value) == value
