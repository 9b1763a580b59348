"""Quadratic growth against the numbers of f02 and against counting."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reference.models.growth import end_to_end_ratio, fitted_exponent, pair_count, pair_growth

few = settings(max_examples=50, deadline=None)
sizes = st.integers(1, 10**6)
shares = st.floats(0, 1e3)


def test_numbers_of_the_unit() -> None:
    assert (pair_count(100), pair_count(200)) == (10_000, 40_000)
    assert pair_growth(100, 200) == 4
    assert (pair_count(100, causal=True), pair_count(200, causal=True)) == (5050, 20_100)
    assert round(float(pair_growth(100, 200, causal=True)), 3) == 3.980
    assert end_to_end_ratio(100, 200, 0.3, 0.6, 0.1) == pytest.approx(2.5)


@few
@given(st.integers(1, 40))
def test_pairs_can_be_counted(T: int) -> None:
    assert pair_count(T) == sum(1 for _ in range(T) for _ in range(T))
    assert pair_count(T, causal=True) == sum(1 for q in range(T) for k in range(T) if k <= q)


@few
@given(sizes, sizes, sizes, st.booleans())
def test_growths_multiply(a: int, b: int, c: int, causal: bool) -> None:
    assert pair_growth(a, c, causal) == pair_growth(a, b, causal) * pair_growth(b, c, causal)


@few
@given(sizes)
def test_twice_a_causal_T_is_less_than_four_times_the_pairs(T: int) -> None:
    growth = pair_growth(T, 2 * T, causal=True)
    assert growth == 4 - Fraction(2, T + 1)


@few
@given(sizes, sizes, shares, shares, shares)
def test_a_system_grows_between_once_and_r_squared(
    one: int, two: int, quad: float, lin: float, const: float
) -> None:
    assume(quad + lin + const > 1e-6)
    old, new = sorted((one, two))
    ratio = end_to_end_ratio(old, new, quad, lin, const)
    r = new / old
    assert 1 - 1e-12 <= ratio <= r * r * (1 + 1e-12)
    assert math.isclose(end_to_end_ratio(old, new, 3 * quad, 3 * lin, 3 * const), ratio)


@few
@given(sizes, sizes)
def test_the_exponent_of_one_part_alone(old: int, new: int) -> None:
    assume(abs(math.log(new / old)) > 1e-3)
    for exponent, parts in enumerate([(0, 0, 1), (0, 1, 0), (1, 0, 0)]):
        ratio = end_to_end_ratio(old, new, *parts)
        assert fitted_exponent(old, new, ratio) == pytest.approx(exponent, abs=1e-9)


def test_refused() -> None:
    for call in (
        lambda: pair_count(0),
        lambda: pair_growth(0, 1),
        lambda: pair_growth(1, 0),
        lambda: end_to_end_ratio(0, 1, 1, 1, 1),
        lambda: end_to_end_ratio(1, 2, 0, 0, 0),
        lambda: end_to_end_ratio(1, 2, -1, 1, 1),
        lambda: end_to_end_ratio(1, 2, 1, math.nan, 1),
        lambda: end_to_end_ratio(1, 2, 1, 1, math.inf),
        lambda: fitted_exponent(3, 3, 1.0),
        lambda: fitted_exponent(3, 6, 0.0),
        lambda: fitted_exponent(3, 6, math.nan),
        lambda: fitted_exponent(0, 6, 2.0),
    ):
        with pytest.raises(ValueError, match="must"):
            call()
