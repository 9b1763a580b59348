"""Rows of a batch against the numbers of x17."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.batch_rows import (
    flat_row,
    intensity_limit,
    linear_intensity,
    min_rows,
    request_count_range,
    rows,
)

H200_RIDGE = 67e12 / 4.8e12
few = settings(max_examples=50, deadline=None)
sides = st.integers(1, 5000)
widths = st.sampled_from([1, 2, 4, 8])
lengths = st.lists(st.integers(1, 1000), max_size=8)


@pytest.mark.parametrize(
    ("M", "digits", "intensity"),
    [
        (1, 5, 0.49976),
        (16, 3, 7.938),
        (28, 3, 13.811),
        (29, 3, 14.298),
        (64, 2, 31.03),
        (128, 2, 60.24),
        (512, 1, 204.8),
    ],
)
def test_numbers_of_the_unit(M: int, digits: int, intensity: float) -> None:
    assert round(linear_intensity(M, 4096, 4096, 4), digits) == intensity


def test_29_rows_reach_the_ridge_of_an_h200() -> None:
    assert round(H200_RIDGE, 3) == 13.958
    assert min_rows(4096, 4096, 4, H200_RIDGE) == 29
    assert intensity_limit(4096, 4096, 4) == 1024


def test_128_rows_are_one_prompt_or_128_users() -> None:
    assert rows([128], "prefill") == rows([7] * 128, "decode") == 128
    assert request_count_range(128, "prefill") == (1, 128)
    assert request_count_range(128, "mixed") == (1, 128)
    assert request_count_range(128, "decode") == (128, 128)


def test_no_requests_give_no_rows() -> None:
    assert [rows([], phase, padded) for phase in ("prefill", "decode") for padded in (0, 1)] == [
        0
    ] * 4


@few
@given(sides, sides, sides, widths)
def test_intensity_rises_with_rows_and_stays_below_the_limit(
    M: int, K: int, N: int, itemsize: int
) -> None:
    now = linear_intensity(M, K, N, itemsize)
    assert now < linear_intensity(M + 1, K, N, itemsize) < intensity_limit(K, N, itemsize)
    assert now == linear_intensity(M, N, K, itemsize)


@few
@given(sides, sides, widths, st.floats(0.01, 500))
def test_min_rows_is_the_first_to_reach_the_ridge(
    K: int, N: int, itemsize: int, ridge: float
) -> None:
    M = min_rows(K, N, itemsize, ridge)
    if M is None:
        assert intensity_limit(K, N, itemsize) <= ridge
        return
    assert linear_intensity(M, K, N, itemsize) >= ridge
    assert M == 1 or linear_intensity(M - 1, K, N, itemsize) < ridge


@few
@given(sides, sides, sides, widths)
def test_a_ridge_that_is_met_is_reached(M: int, K: int, N: int, itemsize: int) -> None:
    assert min_rows(K, N, itemsize, linear_intensity(M, K, N, itemsize)) == M
    flop = 2 * M * K * N
    exact = Fraction(flop, itemsize * (M * K + K * N + M * N))
    assert min_rows(K, N, itemsize, exact) == M


@few
@given(sides, sides, widths)
def test_the_limit_is_never_reached(K: int, N: int, itemsize: int) -> None:
    assert min_rows(K, N, itemsize, Fraction(2 * K * N, itemsize * (K + N))) is None


@few
@given(lengths, lengths)
def test_packed_rows_add_up_and_padding_never_helps(one: list[int], two: list[int]) -> None:
    for phase in ("prefill", "decode"):
        assert rows(one + two, phase) == rows(one, phase) + rows(two, phase)
        assert rows(one, phase, padded=True) >= rows(one, phase)


@few
@given(st.integers(1, 5), st.integers(1, 7), st.integers(1, 3))
def test_flat_row_is_what_reshape_does(B: int, L: int, K: int) -> None:
    X = np.arange(B * L * K).reshape(B, L, K)
    flat = X.reshape(B * L, K)
    for b in range(B):
        for t in range(L):
            assert np.array_equal(flat[flat_row(b, t, L)], X[b, t])


def test_refused() -> None:
    for call in (
        lambda: rows([1, 0], "prefill"),
        lambda: rows([1], "training"),
        lambda: linear_intensity(0, 1, 1, 1),
        lambda: linear_intensity(1, 1, 1, 0),
        lambda: intensity_limit(0, 1, 1),
        lambda: min_rows(1, 0, 1, 1.0),
        lambda: min_rows(1, 1, 1, 0.0),
        lambda: min_rows(1, 1, 1, math.nan),
        lambda: flat_row(0, 4, 4),
        lambda: flat_row(0, -1, 4),
        lambda: flat_row(-1, 0, 4),
        lambda: flat_row(0, 0, 0),
        lambda: request_count_range(0, "decode"),
        lambda: request_count_range(1, "train"),
    ):
        with pytest.raises(ValueError, match="must"):
            call()
