"""Sums in short formats, on the numbers of q06 and against NumPy scalars."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.floats import (
    FORMATS,
    accumulate,
    add,
    round_to,
    running_sums,
    stall_at,
    stall_by_adding,
)

NAN, INF = math.nan, math.inf
ONES = [1.0] * 4096
modest = settings(max_examples=30, deadline=None)
formats = st.sampled_from(sorted(FORMATS))
orders = st.sampled_from(["left", "pairwise"])
fp16_range = st.floats(-70_000, 70_000)


def test_numbers_of_the_unit() -> None:
    assert accumulate(ONES, "fp16") == 2048
    assert accumulate(ONES, "fp32") == 4096
    assert accumulate(ONES, "fp16", "pairwise") == 4096
    assert accumulate(ONES, "bf16", in_fmt="bf16") == 256
    assert accumulate([0.1, 0.2], "fp16") == 0.2998046875
    assert accumulate([65504.0, 15.0], "fp16") == 65504
    assert accumulate([65504.0, 16.0], "fp16") == INF
    assert accumulate([], "fp32", "pairwise") == accumulate([], "fp32") == 0


def test_numpy_sums_are_another_model() -> None:
    ones = np.ones(4096, np.float16)
    assert ones.sum() == 4096
    assert ones.cumsum()[-1] == 2048


def test_inputs_go_through_both_formats() -> None:
    assert accumulate([2049.0], "fp32", in_fmt="fp16") == 2048
    assert accumulate([2049.0], "fp32", in_fmt="fp32") == 2049
    # 2049 + 2**-12 is an FP32 number just above the tie; BF16 makes it 2048 before FP16 sees it.
    assert accumulate([2049 + 2.0**-12], "fp16", in_fmt="fp32") == 2050
    assert accumulate([2049 + 2.0**-12], "fp16", in_fmt="bf16") == 2048


def test_pairwise_joins_neighbours() -> None:
    # ((1024 + 1024) + (1 + 0)) + 1 loses both ones; adding the odd 1 to its neighbour, or cutting
    # the list into halves, would join them first and give 2050.
    assert accumulate([1024.0, 1024.0, 1.0, 0.0, 1.0], "fp16", "pairwise") == 2048


@modest
@given(st.lists(st.floats(-1000, 1000), max_size=30))
@pytest.mark.parametrize(("fmt", "scalar"), [("fp16", np.float16), ("fp32", np.float32)])
def test_left_is_a_loop_over_numpy_scalars(
    fmt: str, scalar: Callable[[float], np.floating], values: list[float]
) -> None:
    total = scalar(0)
    for x in values:
        total = total + scalar(x)
    assert accumulate(values, fmt, in_fmt=fmt) == total


@modest
@given(st.lists(st.integers(-100, 100), max_size=20), formats, orders)
def test_small_integers_are_exact(values: list[int], fmt: str, order: str) -> None:
    limit = 2 ** FORMATS[fmt].significand_bits
    kept = [float(v) for i, v in enumerate(values) if sum(map(abs, values[: i + 1])) <= limit]
    assert accumulate(kept, fmt, order, in_fmt=fmt) == sum(kept)


@modest
@given(st.lists(fp16_range.filter(lambda x: abs(x) < 2000), max_size=20), orders, st.integers(0, 9))
def test_trailing_zeros_change_nothing(values: list[float], order: str, zeros: int) -> None:
    padded = values + [0.0] * zeros
    assert accumulate(padded, "fp16", order) == accumulate(values, "fp16", order)


def test_ones_stop_at_2048() -> None:
    sums = list(running_sums(ONES, "fp16"))
    assert sums == [min(count, 2048) for count in range(1, 4097)]


@modest
@given(st.integers(0, 8), st.floats(-100, 100), formats)
def test_pairwise_sums_of_equal_numbers_are_exact(levels: int, x: float, fmt: str) -> None:
    total = accumulate([x] * 2**levels, fmt, "pairwise", in_fmt=fmt)
    assert total == 2**levels * round_to(x, fmt)


def test_running_sums_show_every_step() -> None:
    assert list(running_sums([2048.0, 1.0, 3.0], "fp16")) == [2048.0, 2048.0, 2052.0]


def test_resting_points() -> None:
    assert stall_at("fp32") == 16_777_216
    assert stall_at("fp16", 3) == 8192
    assert stall_at("fp16", 16) == 32_768


@pytest.mark.parametrize("fmt", ["fp16", "bf16"])
@pytest.mark.parametrize("step", range(1, 17))
def test_resting_point_is_found_by_adding(fmt: str, step: int) -> None:
    assert stall_at(fmt, step) == stall_by_adding(fmt, step)


@modest
@given(formats, st.integers(1, 16))
def test_resting_point_does_not_move_but_the_number_before_does(fmt: str, step: int) -> None:
    rest = float(stall_at(fmt, step))
    before = rest - rest / 2 ** FORMATS[fmt].significand_bits
    assert add(rest, step, fmt) == rest
    assert round_to(before, fmt) == before
    assert add(before, step, fmt) > before


@pytest.mark.parametrize(
    ("values", "arguments"),
    [
        ([NAN], {}),
        ([1.0, INF], {}),
        ([65520.0], {}),
        ([1e39], {"in_fmt": "fp32"}),
        ([1.0], {"acc_fmt": "fp64"}),
        ([1.0], {"in_fmt": "FP16"}),
        ([1.0], {"order": "right"}),
        ([], {"order": "right"}),
    ],
)
def test_accumulate_refuses(values: list[float], arguments: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"must be one of|not finite"):
        accumulate(values, **{"acc_fmt": "fp32", **arguments})


@pytest.mark.parametrize(("fmt", "step"), [("fp16", 0), ("fp16", 17), ("bf16", -1), ("fp8", 1)])
def test_stall_refuses(fmt: str, step: int) -> None:
    with pytest.raises(ValueError, match=r"step must|format must"):
        stall_at(fmt, step)
