"""A verb of kind returns plain values that are safe to compute with, or ends the check as WRONG."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from grader.checks import show
from grader.checks.kinds import integer, mapping, real, sequence
from grader.checks.verdicts import CheckFailed
from grader.outcome import Failure, Status
from tests.checks.junk import HASH_OF_PAIR, HUGE, junk

PAIR, COLLIDING = HASH_OF_PAIR


def failure(verb: Callable[..., Any], *args: Any) -> Failure:
    with pytest.raises(CheckFailed) as caught:
        verb(*args)
    assert caught.value.status is Status.WRONG
    assert caught.value.failure.got
    return caught.value.failure


def named(value: Any) -> str:
    return show.value(value)[:60]


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, 3),
        (0.5, 0.5),
        (Fraction(1, 3), Fraction(1, 3)),
        (np.uint8(5), 5),
        (np.float32(0.1), float(np.float32(0.1))),
        (np.float16(-0.5), -0.5),
        (10**300, 10**300),
        (sys.float_info.max, sys.float_info.max),
    ],
    ids=named,
)
def test_a_real_number_comes_back_as_a_python_number(value: Any, number: Any) -> None:
    got = real(value)
    assert got == number
    assert type(got) is type(number)


def test_arithmetic_with_a_real_does_not_wrap_around_or_round() -> None:
    assert real(np.uint8(5)) - 10 == -5
    assert abs(real(np.int8(-128))) == 128
    assert not real(np.float32(0.1)) <= 0.1  # in float32 it would be equal


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (None, "compare.none"),
        (True, "compare.number"),
        (np.True_, "compare.number"),
        ("1", "compare.number"),
        (1 + 0j, "compare.number"),
        (np.complex64(1), "compare.number"),
        (Decimal(1), "compare.number"),
        ([1.0], "compare.number"),
        (np.array(1.0), "compare.number"),
        (math.nan, "compare.finite"),
        (math.inf, "compare.finite"),
        (np.float32("-inf"), "compare.finite"),
        (HUGE, "compare.finite"),
        (Fraction(-HUGE, 3), "compare.finite"),
    ],
    ids=named,
)
def test_what_is_no_real_number_is_wrong(value: Any, why: str) -> None:
    assert failure(real, value).why.id == why


def test_an_integer_comes_back_as_an_int() -> None:
    for value in (3, np.int64(3), np.uint8(3)):
        assert type(integer(value)) is int
        assert integer(value) == 3
    assert integer(HUGE) == HUGE


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (None, "compare.none"),
        (True, "compare.int"),
        (np.True_, "compare.int"),
        (3.0, "compare.int"),
        (np.float64(3), "compare.int"),
        (Fraction(3), "compare.int"),
        ("3", "compare.int"),
        (np.array(3), "compare.int"),
    ],
    ids=named,
)
def test_what_is_no_integer_is_wrong(value: Any, why: str) -> None:
    assert failure(integer, value).why.id == why


def test_a_sequence_comes_back_as_a_new_list() -> None:
    mine = [1, 2]
    assert sequence(mine) == [1, 2]
    assert sequence(mine) is not mine
    assert sequence((1, None), 2) == [1, None]
    assert sequence([], 0) == []


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (None, "compare.none"),
        ("ab", "compare.list"),
        ({1, 2}, "compare.list"),
        ({0: 1, 1: 2}, "compare.list"),
        (np.array([1, 2]), "compare.list"),
        (2, "compare.list"),
        ([1], "compare.length"),
        ([1, 2, 3], "compare.length"),
    ],
    ids=named,
)
def test_what_is_no_list_of_two_is_wrong(value: Any, why: str) -> None:
    assert failure(sequence, value, 2).why.id == why


def test_a_mapping_comes_back_as_a_new_dict() -> None:
    mine = {"a": 1, "b": 2}
    assert mapping(mine) == mine
    assert mapping(mine) is not mine
    assert mapping(mine, "a", "b") == mine
    assert mapping({}) == {}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (None, "compare.none"),
        ([("a", 1)], "compare.dict"),
        ({"a"}, "compare.dict"),
        ({}, "compare.key"),
        ({"b": 1}, "compare.key"),
        ({"a": 1}, "compare.key"),
    ],
    ids=named,
)
def test_what_is_no_dict_with_the_keys_is_wrong(value: Any, why: str) -> None:
    assert failure(mapping, value, "a", "b").why.id == why


def test_the_missing_key_is_named() -> None:
    assert failure(mapping, {"a": 1}, "a", "b").why.args == {"key": "'b'"}
    assert failure(mapping, {COLLIDING: 1}, PAIR).why.id == "compare.key"


@settings(max_examples=100, deadline=None)
@given(junk())
def test_no_junk_does_anything_but_fail(value: Any) -> None:
    for verb, args in ((real, ()), (integer, ()), (sequence, (2,)), (mapping, ("a", PAIR))):
        with contextlib.suppress(CheckFailed):
            assert type(verb(value, *args)) in (int, float, Fraction, list, dict)
