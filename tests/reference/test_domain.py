"""What every model accepts and refuses, and that plain numbers come back."""

import math
from fractions import Fraction

import numpy as np
import pytest

from reference.models import domain


@pytest.mark.parametrize("value", [2, 2.0, Fraction(2), np.float32(2), np.int8(2)])
def test_reals_come_back_as_floats(value):
    number = domain.real("x", value, low=2, high=2)
    assert type(number) is float
    assert number == 2.0


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, np.float32("nan"), 10**400])
def test_reals_are_finite(value):
    with pytest.raises(ValueError, match="x must be finite, not"):
        domain.real("x", value)


@pytest.mark.parametrize(
    ("value", "ends", "words"),
    [
        (-1, {"low": 0}, "finite and at least 0, not -1"),
        (0, {"above": 0}, "finite and above 0, not 0"),
        (3, {"low": 0, "high": 2}, "finite and at least 0 and at most 2, not 3"),
        (1.0, {"above": 0, "below": 1}, "finite and above 0 and below 1, not 1.0"),
        (math.nan, {"low": 0}, "not nan"),
    ],
)
def test_reals_outside_a_range_are_refused(value, ends, words):
    with pytest.raises(ValueError, match=words):
        domain.real("x", value, **ends)


def test_ends_that_belong_to_the_range_are_accepted():
    assert domain.real("x", 0, low=0) == 0
    assert domain.real("x", 1, high=1) == 1


def test_a_positive_number_too_small_for_a_double_counts_as_zero():
    with pytest.raises(ValueError, match="above 0"):
        domain.real("x", Fraction(1, 10**400), above=0)


@pytest.mark.parametrize("value", [True, "1", None, 1j])
def test_other_types_are_no_reals(value):
    with pytest.raises(TypeError, match="x must be a real number"):
        domain.real("x", value)


@pytest.mark.parametrize(
    ("value", "fraction"),
    [(0.5, Fraction(1, 2)), (np.int64(3), Fraction(3)), (Fraction(1, 3), Fraction(1, 3))],
)
def test_exact_keeps_the_value(value, fraction):
    assert domain.exact("x", value) == fraction
    assert type(domain.exact("x", value).numerator) is int


def test_exact_refuses_as_real_does():
    with pytest.raises(ValueError, match="x must be finite and above 0"):
        domain.exact("x", 0, above=0)


def test_numpy_integers_cannot_overflow_any_more():
    number = domain.integer("n", np.int8(100))
    assert type(number) is int
    assert number * number == 10_000


@pytest.mark.parametrize(("value", "low", "high"), [(0, 1, None), (5, 0, 4), (-1, 0, 4)])
def test_integers_outside_a_range_are_refused(value, low, high):
    with pytest.raises(ValueError, match=f"n must be at least {low}.*, not {value}"):
        domain.integer("n", value, low, high)


@pytest.mark.parametrize("value", [True, 1.0, Fraction(1), "1", np.bool_(True)])
def test_other_types_are_no_integers(value):
    with pytest.raises(TypeError, match="n must be an integer"):
        domain.integer("n", value)


def test_sequences_name_the_item():
    assert domain.reals("t", [1, 0.5]) == [1.0, 0.5]
    assert domain.integers("n", (1, 2)) == [1, 2]
    with pytest.raises(ValueError, match=r"t\[1\] must be finite and at least 0"):
        domain.reals("t", [0, -1], low=0)
    with pytest.raises(ValueError, match=r"n\[0\] must be at least 1"):
        domain.integers("n", [0], 1)


def test_lengths():
    assert domain.same_length(a=[1, 2], b=(3, 4)) == 2
    assert domain.same_length(a=[]) == 0
    with pytest.raises(ValueError, match="lengths must be equal, not a 1, b 2"):
        domain.same_length(a=[1], b=[1, 2])
    with pytest.raises(ValueError, match="a, b must have at least 1 items, not 0"):
        domain.same_length(1, a=[], b=[])


def test_words():
    assert domain.choice("order", "ikj", ("ijk", "ikj")) == "ikj"
    with pytest.raises(ValueError, match="order must be one of ijk, ikj, not 'kji'"):
        domain.choice("order", "kji", ("ijk", "ikj"))
