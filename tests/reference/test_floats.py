"""Rounding against NumPy and exact rationals, and sums against the numbers of q06."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
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
formats = st.sampled_from(sorted(FORMATS))
orders = st.sampled_from(["left", "pairwise"])
doubles = st.floats(allow_nan=False)
fp16_range = st.floats(-70_000, 70_000)


def same(a: float, b: float) -> bool:
    """Equal, the sign of zero included."""
    return a == b and math.copysign(1, a) == math.copysign(1, b)


def nearest_bf16(x: float) -> float:
    """Round by trying both neighbours, found from the bits of a truncated FP32."""
    top = int(np.float32(abs(x)).view(np.uint32)) >> 16
    neighbours = range(max(top - 1, 0), top + 2)

    def value(bits: int) -> Fraction:
        # The pattern after the largest finite number stands for 2**128, as if it were one.
        if bits == 0x7F80:
            return Fraction(2**128)
        return Fraction(struct.unpack(">f", struct.pack(">I", bits << 16))[0])

    best = min(
        (b for b in neighbours if b <= 0x7F80),
        key=lambda b: (abs(value(b) - Fraction(abs(x))), b % 2),
    )
    return math.copysign(INF if best == 0x7F80 else float(value(best)), x)


@pytest.mark.filterwarnings("ignore:overflow encountered in cast")
@pytest.mark.parametrize(("fmt", "scalar"), [("fp16", np.float16), ("fp32", np.float32)])
def test_rounds_as_numpy_does(fmt: str, scalar: Callable[[float], np.floating]) -> None:
    @given(doubles | fp16_range | st.floats(-1e-4, 1e-4) | st.floats(-1e-37, 1e-37))
    @example(65519.99)
    @example(65520.0)
    @example(2.0**-25)
    @example(2049 + 2.0**-30)
    def agrees(x: float) -> None:
        assert same(round_to(x, fmt), float(scalar(x)))

    agrees()


@given(st.floats(-3.402e38, 3.402e38) | fp16_range | st.floats(-1e-37, 1e-37))
@example(257.0)
@example(257 + 2.0**-40)
@example(70_000.0)
@example(2.0**-134)
def test_bf16_takes_the_nearest_pattern(x: float) -> None:
    assert same(round_to(x, "bf16"), nearest_bf16(x))


@pytest.mark.parametrize("fmt", ["fp16", "bf16"])
def test_every_pattern_is_a_fixed_point(fmt: str) -> None:
    patterns = np.arange(2**16, dtype=np.uint32)
    if fmt == "fp16":
        values: np.ndarray = patterns.astype(np.uint16).view(np.float16)
    else:
        values = (patterns << 16).view(np.float32)
    finite = [float(v) for v in values[np.isfinite(values)]]
    assert len(finite) > 60_000
    assert all(same(round_to(v, fmt), v) for v in finite)


@given(doubles, formats)
def test_rounding_is_odd_and_idempotent(x: float, fmt: str) -> None:
    rounded = round_to(x, fmt)
    assert same(round_to(-x, fmt), -rounded)
    assert same(round_to(rounded, fmt), rounded)


@given(fp16_range, fp16_range, formats)
def test_rounding_is_monotone(x: float, y: float, fmt: str) -> None:
    low, high = sorted((x, y))
    assert round_to(low, fmt) <= round_to(high, fmt)


@given(formats)
def test_special_values_pass_through(fmt: str) -> None:
    assert math.isnan(round_to(NAN, fmt))
    assert [round_to(x, fmt) for x in (INF, -INF)] == [INF, -INF]
    assert same(round_to(-0.0, fmt), -0.0)


def test_fractions_are_rounded_once() -> None:
    assert round_to(Fraction(2049), "fp16") == 2048
    assert round_to(2049 + Fraction(1, 2**80), "fp16") == 2050
    assert round_to(Fraction(-1, 3), "fp16") == float(np.float16(-1 / 3))


@given(doubles.filter(math.isfinite), doubles.filter(math.isfinite), formats)
@example(1.0, 2.0**-24, "fp32")
@example(2.0**24, 1.0, "fp32")
@example(2.0**127, 2.0**-149, "bf16")
def test_addition_is_exact_then_rounded(x: float, y: float, fmt: str) -> None:
    a, b = round_to(x, fmt), round_to(y, fmt)
    if math.isfinite(a) and math.isfinite(b):
        assert add(a, b, fmt) == round_to(Fraction(a) + Fraction(b), fmt)


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


@given(st.lists(st.floats(-1000, 1000), max_size=30))
@pytest.mark.parametrize(("fmt", "scalar"), [("fp16", np.float16), ("fp32", np.float32)])
def test_left_is_a_loop_over_numpy_scalars(
    fmt: str, scalar: Callable[[float], np.floating], values: list[float]
) -> None:
    total = scalar(0)
    for x in values:
        total = total + scalar(x)
    assert accumulate(values, fmt, in_fmt=fmt) == total


@given(st.lists(st.integers(-100, 100), max_size=20), formats, orders)
def test_small_integers_are_exact(values: list[int], fmt: str, order: str) -> None:
    limit = 2 ** FORMATS[fmt].significand_bits
    kept = [float(v) for i, v in enumerate(values) if sum(map(abs, values[: i + 1])) <= limit]
    assert accumulate(kept, fmt, order, in_fmt=fmt) == sum(kept)


@given(st.lists(fp16_range.filter(lambda x: abs(x) < 2000), max_size=20), orders, st.integers(0, 9))
def test_trailing_zeros_change_nothing(values: list[float], order: str, zeros: int) -> None:
    padded = values + [0.0] * zeros
    assert accumulate(padded, "fp16", order) == accumulate(values, "fp16", order)


@given(st.integers(0, 3000))
def test_ones_stop_at_2048(count: int) -> None:
    assert accumulate([1.0] * count, "fp16") == min(count, 2048)


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
