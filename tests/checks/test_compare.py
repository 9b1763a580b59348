"""Each verb passes what is right and fails, with the reason and the place, for what is not."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.checks import show
from grader.checks.compare import bounded, close, exact, holds, identical
from grader.checks.verdicts import CheckFailed
from grader.outcome import Failure, Status, Text
from tests.checks.junk import HASH_OF_PAIR, HUGE, junk

PAIR, COLLIDING = HASH_OF_PAIR
SIGNALLING = np.frombuffer(struct.pack("<I", 0x7FA00001), np.float32)
Verb = Callable[..., None]


def failure(verb: Verb, *args: Any, **kwargs: Any) -> Failure:
    """Return what a verb objects to; it has to object."""
    with pytest.raises(CheckFailed) as caught:
        verb(*args, **kwargs)
    assert caught.value.status is Status.WRONG
    for lang in ("zh", "en"):
        assert caught.value.failure.why.text(lang)
    return caught.value.failure


def named(value: Any) -> str:
    """Return a short id; pytest's own says 1.0 for `np.float64(1)` too."""
    return show.value(value)[:60]


def f4(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


# --- exact (T0) -----------------------------------------------------------------------------------

RIGHT = [
    (3, 3),
    (np.int64(3), 3),
    (np.uint8(3), 3),
    (3, np.int64(3)),
    (HUGE, HUGE),
    (True, True),
    (np.True_, True),
    (False, np.False_),
    (0.5, 0.5),
    (np.float32(0.5), 0.5),
    (np.float16(0.5), Fraction(1, 2)),
    (Fraction(1, 2), 0.5),
    (2, 2.0),
    (math.nan, math.nan),
    (np.float32("nan"), math.nan),
    (-0.0, 0.0),
    (math.inf, math.inf),
    ("yes", "yes"),
    (b"\0", b"\0"),
    (None, None),
    (Decimal("1.50"), Decimal("1.5")),
    (1j, 1j),
    ([1, 2], (1, 2)),
    ((1, [2, (3,)]), [1, (2, [3])]),
    ([], ()),
    (np.array([1, 2]), [1, 2]),
    (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]),
    ({1, 2}, frozenset({2, 1})),
    ({np.int64(1), 2}, {1, 2}),
    (set(), set()),
    ({(1, 2)}, {(1, 2)}),
    ({"a": 1, "more": None}, {"a": 1}),
    ({}, {}),
    (np.array([1, 2], np.int32), np.array([1, 2], np.int64)),
    (f4(1, math.nan), f4(1, math.nan)),
    (f4(0.0), f4(-0.0)),
    (np.empty((0, 3), np.float32), np.empty((0, 3), np.float32)),
    (np.array(5), np.array(5)),
]


@pytest.mark.parametrize(("got", "want"), RIGHT, ids=named)
def test_exact_takes_what_is_the_same(got: Any, want: Any) -> None:
    exact(got, want)


WRONG = [
    # A number
    (None, 3, "compare.none", ""),
    (True, 1, "compare.int", ""),
    (np.True_, 1, "compare.int", ""),
    (1.0, 1, "compare.int", ""),
    (np.float64(1), 1, "compare.int", ""),
    (Fraction(1), 1, "compare.int", ""),
    ("1", 1, "compare.int", ""),
    (np.array(1), 1, "compare.int", ""),
    ([1], 1, "compare.int", ""),
    (2, 1, "compare.differs", ""),
    (HUGE + 1, HUGE, "compare.differs", ""),
    (HUGE, np.int64(1), "compare.differs", ""),
    (np.int8(-128), 128, "compare.differs", ""),
    (None, 0.5, "compare.none", ""),
    (True, 1.0, "compare.number", ""),
    (np.True_, 1.0, "compare.number", ""),
    ("0.5", 0.5, "compare.number", ""),
    (Decimal("0.5"), 0.5, "compare.number", ""),
    (0.5 + 0j, 0.5, "compare.number", ""),
    (np.complex64(1), 1.0, "compare.number", ""),
    (math.nan, 0.5, "compare.differs", ""),
    (0.5, math.nan, "compare.differs", ""),
    (HUGE, 0.5, "compare.differs", ""),
    (HUGE, np.float64(0.5), "compare.differs", ""),
    (np.float16(2), HUGE, "compare.int", ""),
    (np.float32(0.1), 0.1, "compare.differs", ""),
    # A truth value
    (1, True, "compare.bool", ""),
    (0, False, "compare.bool", ""),
    (np.int64(1), True, "compare.bool", ""),
    (np.array(True), True, "compare.bool", ""),
    (None, False, "compare.none", ""),
    ("True", True, "compare.bool", ""),
    (False, True, "compare.differs", ""),
    # Anything else without items
    (None, "yes", "compare.none", ""),
    (b"yes", "yes", "compare.type", ""),
    ("Yes", "yes", "compare.differs", ""),
    (0, None, "compare.type", ""),
    ("None", None, "compare.type", ""),
    (1, 1j, "compare.type", ""),
    (2j, 1j, "compare.differs", ""),
    (0.5, Decimal("0.5"), "compare.type", ""),
    (Decimal("0.6"), Decimal("0.5"), "compare.differs", ""),
    # A sequence
    (None, [1], "compare.none", ""),
    ("12", [1, 2], "compare.list", ""),
    ({1, 2}, [1, 2], "compare.list", ""),
    ({0: 1}, [1], "compare.list", ""),
    (np.array(1), [1], "compare.list", ""),
    ([1, 3, 4], [1, 2, 3], "compare.differs", "[1]"),
    ([1, (2, [3, None])], [1, [2, [3, 4]]], "compare.none", "[1][1][1]"),
    ([1, True], [1, 1], "compare.int", "[1]"),
    ([1], [1, 2], "compare.length", ""),
    ([1, 2, 3], [1, 2], "compare.length", ""),
    ([9, 2, 3], [1, 2], "compare.differs", "[0]"),
    ([[1], [2, 3]], [[1], [2]], "compare.length", "[1]"),
    (np.array([1.0, 2.0]), [1, 2], "compare.int", "[0]"),
    (np.array([[1, 2], [3, 5]]), [[1, 2], [3, 4]], "compare.differs", "[1][1]"),
    # A set
    (None, {1}, "compare.none", ""),
    ([1], {1}, "compare.set", ""),
    ({1: 2}, {1}, "compare.set", ""),
    ({1, 2}, {1}, "compare.differs", ""),
    ({2}, {1}, "compare.differs", ""),
    ({True}, {1}, "compare.differs", ""),
    ({1.0}, {1}, "compare.differs", ""),
    ({(1, True)}, {(1, 1)}, "compare.differs", ""),
    ({COLLIDING}, {PAIR}, "compare.differs", ""),
    # A dictionary
    (None, {"a": 1}, "compare.none", ""),
    ([("a", 1)], {"a": 1}, "compare.dict", ""),
    ({"b": 1}, {"a": 1}, "compare.key", ""),
    ({}, {"a": 1}, "compare.key", ""),
    ({COLLIDING: 1}, {PAIR: 1}, "compare.key", ""),
    ({"a": 2}, {"a": 1}, "compare.differs", "['a']"),
    ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "compare.differs", "['a']['b'][1]"),
    ({"a": {}}, {"a": {"b": 1}}, "compare.key", "['a']"),
    # An array
    (None, f4(1), "compare.none", ""),
    ([1.0], f4(1), "compare.array", ""),
    (1.0, f4(1), "compare.array", ""),
    (np.float32(1), np.array(1, np.float32), "compare.array", ""),
    (f4(1, 2), f4(1), "compare.shape", ""),
    (f4(1).reshape(1, 1), f4(1), "compare.shape", ""),
    (np.empty((3, 0), np.float32), np.empty((0, 3), np.float32), "compare.shape", ""),
    (np.array([1], np.float64), f4(1), "compare.dtype", ""),
    (np.array([1], np.float16), f4(1), "compare.dtype", ""),
    (np.array([1]), f4(1), "compare.dtype", ""),
    (np.array([1], np.uint8), np.array([1], np.int8), "compare.dtype", ""),
    (np.array([True]), np.array([1]), "compare.dtype", ""),
    (np.array([1j]), f4(1), "compare.dtype", ""),
    (f4(1, 2, 4), f4(1, 2, 3), "compare.element", "[2]"),
    (np.array([[1, 2], [0, 0]]), np.array([[1, 2], [3, 4]]), "compare.element", "[1, 0]"),
    (f4(1, math.nan), f4(1, 2), "compare.element", "[1]"),
    (f4(1, 2), f4(1, math.nan), "compare.element", "[1]"),
    (SIGNALLING, f4(1), "compare.element", "[0]"),
    (np.array(4), np.array(5), "compare.element", "[]"),
    ([f4(1), f4(2)], [f4(1), f4(3)], "compare.element", "[1][0]"),
]


@pytest.mark.parametrize(("got", "want", "why", "where"), WRONG, ids=named)
def test_exact_says_why_and_where_it_differs(got: Any, want: Any, why: str, where: str) -> None:
    found = failure(exact, got, want)
    assert (found.why.id, found.where) == (why, where)


def test_the_evidence_is_the_part_that_differs() -> None:
    found = failure(exact, {"a": [1, 2]}, {"a": [1, 3]})
    assert (found.got, found.expected) == ("2", "3")
    found = failure(exact, [1, 2], [1, 2, 3])
    assert (found.got, found.expected) == ("[1, 2]", "[1, 2, 3]")


def test_how_many_elements_differ_is_counted() -> None:
    found = failure(exact, f4(9, 2, 9), f4(1, 2, 3))
    assert found.why.args == {"count": 2, "total": 3}


def test_a_hint_goes_with_the_failure() -> None:
    hint = ("用到 n 了吗？", "Is n used?")
    for verb, args in ((exact, (1, 2)), (close, (1.0, 2.0)), (identical, (1.0, 2.0))):
        assert failure(verb, *args, hint=hint).hint == Text(*hint)
    assert failure(exact, 1, 2).hint is None


# --- close (T1) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (1.0 + 1e-10, 1.0),
        (1, 1.0),
        (np.float32(0.5), 0.5),
        (np.int64(10**6), 1e6),
        (Fraction(1, 3), 1 / 3),
        (1 / 3, Fraction(1, 3)),
        (HUGE, HUGE),
        (HUGE + 1, HUGE),
        (Fraction(HUGE, 3), Fraction(HUGE, 3)),
        (1e-13, 0.0),
        (-1e-13, 0),
        (-0.0, 0.0),
        (math.nan, math.nan),
        (math.inf, math.inf),
        (np.float16("inf"), math.inf),
        (5e-324, 5e-324),
        ([1.0, (2.0,)], (1.0, [2.0])),
        ({"a": 1.0, "b": 9}, {"a": 1.0}),
        (np.array([1.0, 2.0]), [1.0, 2.0]),
        ({"bound": "memory", "s": 2.0}, {"bound": "memory", "s": 2.0}),
    ],
    ids=named,
)
def test_close_takes_numbers_within_the_tolerance(got: Any, want: Any) -> None:
    close(got, want)


@pytest.mark.parametrize(
    ("got", "want", "why", "where"),
    [
        (None, 1.0, "compare.none", ""),
        (True, 1.0, "compare.number", ""),
        (np.True_, 1.0, "compare.number", ""),
        ("1.0", 1.0, "compare.number", ""),
        (1 + 0j, 1.0, "compare.number", ""),
        (Decimal(1), 1.0, "compare.number", ""),
        ([1.0], 1.0, "compare.number", ""),
        (np.array(1.0), 1.0, "compare.number", ""),
        (1.0 + 1e-8, 1.0, "compare.relative", ""),
        (-1.0, 1.0, "compare.relative", ""),
        (2, 1.0, "compare.relative", ""),
        (0, 1.0, "compare.relative", ""),
        (HUGE, 1.0, "compare.relative", ""),
        (-HUGE, 1e-300, "compare.relative", ""),
        (Fraction(HUGE, 7), 1.0, "compare.relative", ""),
        (Fraction(1, HUGE), 1.0, "compare.relative", ""),
        (1.0, HUGE, "compare.relative", ""),
        (math.nan, 1.0, "compare.differs", ""),
        (1.0, math.nan, "compare.differs", ""),
        (math.inf, 1.0, "compare.differs", ""),
        (-math.inf, math.inf, "compare.differs", ""),
        (HUGE, math.inf, "compare.differs", ""),
        (math.inf, HUGE, "compare.differs", ""),
        (1e-11, 0.0, "compare.not_zero", ""),
        (HUGE, 0.0, "compare.not_zero", ""),
        (np.int8(-128), 0, "compare.not_zero", ""),  # abs() of it is negative
        (np.int64(-(2**63)), 0.0, "compare.not_zero", ""),
        (1e-13, 1e-12, "compare.relative", ""),  # abs= is for a wanted 0 only
        ([1.0, 2.1], [1.0, 2.0], "compare.relative", "[1]"),
        ({"a": [1.0, None]}, {"a": [1.0, 2.0]}, "compare.none", "['a'][1]"),
        ({"b": 1.0}, {"a": 1.0}, "compare.key", ""),
        ([1.0], [1.0, 2.0], "compare.length", ""),
        ({"bound": "compute"}, {"bound": "memory"}, "compare.differs", "['bound']"),
        (1, True, "compare.bool", ""),
        (f4(1.0), f4(1.0 + 1e-6), "compare.element", "[0]"),  # arrays are exact
    ],
    ids=named,
)
def test_close_says_why_and_where_it_differs(got: Any, want: Any, why: str, where: str) -> None:
    found = failure(close, got, want)
    assert (found.why.id, found.where) == (why, where)


def test_close_uses_the_tolerances_it_is_given() -> None:
    close(1.09, 1.0, rel=0.1)
    failure(close, 1.11, 1.0, rel=0.1)
    close(0.09, 0.0, abs=0.1)
    failure(close, 0.11, 0.0, abs=0.1)
    close(-1.0 - 1e-10, -1.0)


def test_close_says_how_far_off_a_number_is() -> None:
    assert failure(close, 1000.0, 1.0).why.args["factor"] == "1000"
    assert failure(close, -HUGE, 1.0).why.args["factor"] == "-inf"
    assert failure(close, HUGE, 1.0).why.args["factor"] == "inf"


# --- identical (T2) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (0.1, 0.1),
        (np.float64(0.1), 0.1),
        (np.float32(0.1), np.float32(0.1)),
        (1, 1.0),
        (math.nan, math.nan),
        (np.float32(-math.nan), math.nan),
        (-0.0, -0.0),
        (0.0, 0.0),
        (math.inf, math.inf),
        (HUGE, HUGE),
        ([0.1, (0.2,)], (0.1, [0.2])),
        ({"a": 0.1}, {"a": 0.1}),
        (f4(0.1, -0.0, math.nan), f4(0.1, -0.0, -math.nan)),
        ("a", "a"),
    ],
    ids=named,
)
def test_identical_takes_the_same_float(got: Any, want: Any) -> None:
    identical(got, want)


@pytest.mark.parametrize(
    ("got", "want", "why", "where"),
    [
        (None, 0.1, "compare.none", ""),
        (True, 1.0, "compare.number", ""),
        (np.True_, 1.0, "compare.number", ""),
        ("0.1", 0.1, "compare.number", ""),
        (math.nextafter(0.1, 1), 0.1, "compare.differs", ""),
        (np.float32(0.1), 0.1, "compare.differs", ""),
        (Fraction(1, 10), 0.1, "compare.differs", ""),
        (math.nan, 0.1, "compare.differs", ""),
        (0.1, math.nan, "compare.differs", ""),
        (-math.inf, math.inf, "compare.differs", ""),
        (HUGE, 1.0, "compare.differs", ""),
        (HUGE, np.float64(1.0), "compare.differs", ""),
        (HUGE, math.nan, "compare.differs", ""),
        (-0.0, 0.0, "compare.signed_zero", ""),
        (0.0, -0.0, "compare.signed_zero", ""),
        (0, -0.0, "compare.signed_zero", ""),
        (np.float32(-0.0), 0, "compare.signed_zero", ""),
        ([0.0, [-0.0]], [0.0, [0.0]], "compare.signed_zero", "[1][0]"),
        (f4(1, -0.0), f4(1, 0.0), "compare.element", "[1]"),
        ([f4(0.0)], [f4(-0.0)], "compare.element", "[0][0]"),
        (f4(math.nan), f4(1), "compare.element", "[0]"),
        (np.array([0.1]), f4(0.1), "compare.dtype", ""),
        (1, True, "compare.bool", ""),
    ],
    ids=named,
)
def test_identical_says_why_and_where_it_differs(got: Any, want: Any, why: str, where: str) -> None:
    found = failure(identical, got, want)
    assert (found.why.id, found.where) == (why, where)


def test_the_sign_of_zero_may_be_left_out() -> None:
    identical(-0.0, 0.0, signed_zero=False)
    identical([0.0, f4(-0.0)], [-0.0, f4(0.0)], signed_zero=False)
    failure(identical, 1e-300, 0.0, signed_zero=False)


# --- bounded (T3b) --------------------------------------------------------------------------------

SHAPES = [(1, 1, 1), (2, 3, 5), (5, 2, 3), (7, 11, 13), (4, 6, 64), (3, 2, 0), (0, 2, 3), (2, 0, 3)]


def matrices(M: int, N: int, K: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return (
        rng.uniform(-1, 1, (M, K)).astype(np.float32),
        rng.uniform(-1, 1, (K, N)).astype(np.float32),
    )


def summed(A: np.ndarray, B: np.ndarray, order: Any, kind: Any = np.float32) -> np.ndarray:
    """Return A·B with the products added in `order`, rounded to `kind` after each step."""
    C = np.zeros((A.shape[0], B.shape[1]), kind)
    for k in order:
        C = (C + (A[:, k : k + 1] * B[k : k + 1]).astype(kind)).astype(kind)
    return C.astype(np.float32)


def fused(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return A·B as fused multiply-adds do it: one rounding a step, none of the product."""
    C = np.zeros((A.shape[0], B.shape[1]), np.float32)
    for k in range(A.shape[1]):
        wide = A[:, k : k + 1].astype(np.float64) * B[k : k + 1].astype(np.float64)
        C = (C + wide).astype(np.float32)
    return C


def pairwise(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Return A·B summed as a tree."""
    K = A.shape[1]
    if K <= 1:
        return summed(A, B, range(K))
    half = K // 2
    return pairwise(A[:, :half], B[:half]) + pairwise(A[:, half:], B[half:])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(5))
def test_bounded_takes_any_order_of_summation(shape: tuple[int, int, int], seed: int) -> None:
    A, B = matrices(*shape, seed=seed)
    K = shape[2]
    shuffled = np.random.default_rng(seed).permutation(K)
    by_size = np.argsort(np.abs(A).sum(axis=0)) if K else range(0)
    for order in (range(K), reversed(range(K)), shuffled, by_size):
        bounded(summed(A, B, order), A, B)
    bounded(pairwise(A, B), A, B)
    bounded(fused(A, B), A, B)
    bounded(A @ B, A, B)


@pytest.mark.parametrize("shape", SHAPES[1:5])
@pytest.mark.parametrize("seed", range(5))
def test_bounded_refuses_what_is_no_float32_product(shape: tuple[int, int, int], seed: int) -> None:
    A, B = matrices(*shape, seed=seed)
    K = shape[2]
    slips = [
        summed(A, B, range(K - 1)),  # the last k is left out
        summed(A, B, range(1, K)),  # and the first
        summed(A, B, range(K), np.float16),  # accumulated in float16
        (A.astype(np.float16) @ B.astype(np.float16)).astype(np.float32),  # rounded inputs
        np.zeros((shape[0], shape[1]), np.float32),
        -summed(A, B, range(K)),
    ]
    for slip in slips:
        assert failure(bounded, slip, A, B).why.id == "compare.bound"


def test_bounded_names_the_first_element_beyond_the_bound() -> None:
    A, B = matrices(4, 3, 5)
    C = A @ B
    C[2, 1] += 0.5
    found = failure(bounded, C, A, B)
    assert found.where == "[2, 1]"
    assert found.why.args == {"count": 1, "total": 12}
    assert (found.got, found.expected) != ("", "")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, SIGNALLING[0]])
def test_bounded_refuses_what_is_not_finite(value: float) -> None:
    A, B = matrices(2, 3, 4)
    C = A @ B
    C[1, 2] = value
    assert failure(bounded, C, A, B).where == "[1, 2]"


def test_bounded_wants_a_float32_array_of_the_right_shape() -> None:
    A, B = matrices(2, 3, 4)
    C = A @ B
    for got, why in (
        (None, "compare.none"),
        (C.tolist(), "compare.array"),
        (C.T, "compare.shape"),
        (C[:1], "compare.shape"),
        (C.astype(np.float64), "compare.dtype"),
        (C.astype(np.float16), "compare.dtype"),
        (C.astype(np.int32), "compare.dtype"),
    ):
        assert failure(bounded, got, A, B).why.id == why


def test_an_empty_sum_is_exactly_zero() -> None:
    A, B = matrices(2, 3, 0)
    bounded(np.zeros((2, 3), np.float32), A, B)
    failure(bounded, np.full((2, 3), 1e-30, np.float32), A, B)


# --- holds ----------------------------------------------------------------------------------------

SAID = {"zh": "时间不减少。", "en": "The time does not fall."}


@pytest.mark.parametrize("condition", [True, np.True_, np.bool_(1)])
def test_holds_takes_a_true_condition(condition: Any) -> None:
    holds(condition, **SAID)


@pytest.mark.parametrize("condition", [False, np.False_, 1, None, "yes", [True], np.array([True])])
def test_holds_takes_nothing_else_for_true(condition: Any) -> None:
    found = failure(holds, condition, **SAID, got=[1, 2], hint=("看。", "Look."))
    assert SAID["zh"] in found.why.text("zh")
    assert SAID["en"] in found.why.text("en")
    assert (found.got, found.hint) == ("[1, 2]", Text("看。", "Look."))


def test_holds_shows_a_value_only_if_it_is_given_one() -> None:
    assert failure(holds, False, **SAID).got == ""
    assert failure(holds, False, **SAID, got=None).got == "None"


# --- whatever comes -------------------------------------------------------------------------------

WANTED = [
    3,
    np.int64(3),
    HUGE,
    True,
    0.5,
    0.0,
    -0.0,
    np.float32(0.5),
    math.nan,
    math.inf,
    Fraction(1, 3),
    Decimal("0.5"),
    1j,
    "yes",
    b"yes",
    None,
    [1, 2.5, "a"],
    (True, None),
    [[1.0], []],
    {1, "a"},
    {PAIR, 0.5},
    {"a": 1.0, PAIR: [2]},
    f4(1, 2),
    np.array([[1, 2]]),
    np.array([True]),
    np.array([1j]),
    np.empty((0, 2), np.float32),
]


EDGES = [
    HUGE,
    -HUGE,
    Fraction(HUGE, 7),
    10**5000,  # Python refuses to print it
    Fraction(10**5000, 7),
    COLLIDING,
    PAIR,
    SIGNALLING,
    {COLLIDING: COLLIDING},
    {COLLIDING},
    [HUGE, {HUGE: (10**5000,)}],
]


def test_nothing_at_the_edges_makes_a_verb_do_anything_but_object() -> None:
    for value in EDGES:
        _objects_at_most(value)


@settings(max_examples=60, deadline=None)
@given(junk())
def test_no_junk_makes_a_verb_do_anything_but_object(value: Any) -> None:
    _objects_at_most(value)


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.sampled_from(WANTED), junk().filter(lambda v: not _has_nan(v))))
def test_a_value_is_the_same_as_itself(value: Any) -> None:
    for verb in (exact, close, identical):
        verb(value, value)


def _objects_at_most(value: Any) -> None:
    """Let every verb judge `value`; each may pass or object, with bounded evidence."""
    for want in WANTED:
        for verb in (exact, close, identical):
            _passes_or_objects(verb, value, want)
            _passes_or_objects(verb, [want, value], [want, want])
            _passes_or_objects(verb, {"a": value}, {"a": want})
    _passes_or_objects(bounded, value, *matrices(1, 2, 3))
    _passes_or_objects(holds, value, **SAID, got=value)


def _passes_or_objects(verb: Verb, *args: Any, **kwargs: Any) -> None:
    try:
        verb(*args, **kwargs)
    except CheckFailed as error:
        for text in (error.failure.why.text("zh"), error.failure.got, error.failure.expected):
            assert len(text) <= 1000
            assert text.isprintable()


def _has_nan(value: Any) -> bool:
    """Return whether a NaN hides where only `==` looks: in a Decimal, a complex, a key, a set."""
    if isinstance(value, list | tuple):
        return any(map(_has_nan, value))
    if isinstance(value, dict):
        return any(map(_has_nan, value)) or any(map(_has_nan, value.values()))
    if isinstance(value, set | frozenset):
        return any(v != v or _has_nan(v) for v in value)
    if isinstance(value, Decimal | complex | np.complexfloating):
        return bool(value != value)
    return False
