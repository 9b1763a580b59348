"""Rounding against NumPy, exact rationals and decimals, on the numbers of x06."""

from __future__ import annotations

import decimal
import math
import struct
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reference.models.floats_rounding import (
    FORMATS,
    add,
    largest_finite,
    round_p_bits,
    round_sig,
    round_to,
    spacing,
)

NAN, INF = math.nan, math.inf
modest = settings(max_examples=50, deadline=None)
formats = st.sampled_from(sorted(FORMATS))
doubles = st.floats(allow_nan=False)
finite = st.floats(allow_nan=False, allow_infinity=False)
fp16_range = st.floats(-70_000, 70_000)
# Ties of a short format, and numbers a little beside them.
near_ties = st.tuples(st.integers(-4200, 4200), st.sampled_from([0, 2.0**-30, -(2.0**-30)]))
awkward = (
    fp16_range
    | near_ties.map(lambda parts: float(sum(parts)))
    | st.floats(65500, 65524)
    | st.floats(2.0**-26, 2.0**-24)
    | st.floats(-1e-37, 1e-37)
)


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


def all_numbers(fmt: str) -> list[float]:
    """Return the finite numbers of a 16-bit format, by pattern."""
    patterns = np.arange(2**16, dtype=np.uint32)
    if fmt == "fp16":
        values: np.ndarray = patterns.astype(np.uint16).view(np.float16)
    else:
        values = (patterns << 16).view(np.float32)
    return [float(v) for v in values[np.isfinite(values)]]


def test_the_list_of_the_lecture() -> None:
    rounded = [round_to(x, "fp16") for x in (2048.0, 2049.0, 2050.0, 2051.0)]
    assert rounded == [2048.0, 2048.0, 2050.0, 2052.0]
    assert round_to(4097.0, "fp16") == 4096


def test_rounding_twice_is_not_rounding_once() -> None:
    x = 2049 + 2.0**-30
    assert round_to(x, "fp16") == 2050
    assert round_to(round_to(x, "fp32"), "fp16") == 2048


def test_bf16_reaches_far_with_few_digits() -> None:
    assert round_to(70_000.0, "bf16") == 70_144
    assert round_to(70_000.0, "fp16") == INF
    assert round_to(257.0, "bf16") == 256


@pytest.mark.parametrize(
    ("x", "rounded"),
    [(65504, 65504), (65505, 65504), (65519, 65504), (65519.99, 65504), (65520, INF)],
)
def test_overflow_starts_half_a_gap_above_the_largest(x: float, rounded: float) -> None:
    assert round_to(x, "fp16") == rounded
    assert round_to(-x, "fp16") == -rounded


def test_largest_numbers() -> None:
    assert largest_finite("fp16") == 65_504
    assert largest_finite("fp32") == float(np.finfo(np.float32).max)
    assert largest_finite("bf16") == struct.unpack(">f", b"\x7f\x7f\x00\x00")[0]


@pytest.mark.filterwarnings("ignore:overflow encountered in cast")
@pytest.mark.parametrize(("fmt", "scalar"), [("fp16", np.float16), ("fp32", np.float32)])
def test_rounds_as_numpy_does(fmt: str, scalar: Callable[[float], np.floating]) -> None:
    @modest
    @given(doubles | awkward)
    @example(2.0**-25)
    @example(2049 + 2.0**-30)
    def agrees(x: float) -> None:
        assert same(round_to(x, fmt), float(scalar(x)))

    agrees()


@modest
@given(st.floats(-3.402e38, 3.402e38) | awkward)
@example(257.0)
@example(257 + 2.0**-40)
@example(70_000.0)
@example(2.0**-134)
def test_bf16_takes_the_nearest_pattern(x: float) -> None:
    assert same(round_to(x, "bf16"), nearest_bf16(x))


@pytest.mark.parametrize("fmt", ["fp16", "bf16"])
def test_every_pattern_is_a_fixed_point(fmt: str) -> None:
    numbers = all_numbers(fmt)
    assert len(numbers) > 60_000
    assert all(same(round_to(v, fmt), v) for v in numbers)


@modest
@given(doubles | awkward, formats)
def test_rounding_is_odd_and_idempotent(x: float, fmt: str) -> None:
    rounded = round_to(x, fmt)
    assert same(round_to(-x, fmt), -rounded)
    assert same(round_to(rounded, fmt), rounded)


@modest
@given(awkward, awkward, formats)
def test_rounding_is_monotone(x: float, y: float, fmt: str) -> None:
    low, high = sorted((x, y))
    assert round_to(low, fmt) <= round_to(high, fmt)


@modest
@given(awkward, formats)
def test_the_error_is_at_most_half_a_gap(x: float, fmt: str) -> None:
    rounded = round_to(x, fmt)
    if math.isfinite(rounded):
        error = abs(Fraction(x) - Fraction(rounded))
        assert 2 * error <= Fraction(spacing(rounded, fmt))


@modest
@given(st.floats(0.01, 30_000), formats)
def test_doubling_commutes_with_rounding_away_from_the_ends(x: float, fmt: str) -> None:
    assert round_to(2 * x, fmt) == 2 * round_to(x, fmt)


@pytest.mark.parametrize("fmt", sorted(FORMATS))
def test_special_values_pass_through(fmt: str) -> None:
    assert math.isnan(round_to(NAN, fmt))
    assert [round_to(x, fmt) for x in (INF, -INF)] == [INF, -INF]
    assert same(round_to(-0.0, fmt), -0.0)


def test_other_kinds_of_numbers_are_rounded_once() -> None:
    assert round_to(Fraction(2049), "fp16") == 2048
    assert round_to(2049 + Fraction(1, 2**80), "fp16") == 2050
    assert round_to(Fraction(-1, 3), "fp16") == float(np.float16(-1 / 3))
    assert round_to(np.float16(0.1), "bf16") == round_to(float(np.float16(0.1)), "bf16")
    assert round_to(np.int64(2049), "fp16") == 2048
    assert round_to(-(10**400), "fp32") == -INF
    assert round_to(0, "fp16") == 0


@modest
@given(finite, finite, formats)
@example(1.0, 2.0**-24, "fp32")
@example(2.0**24, 1.0, "fp32")
@example(2.0**127, 2.0**-149, "bf16")
def test_addition_is_exact_then_rounded(x: float, y: float, fmt: str) -> None:
    a, b = round_to(x, fmt), round_to(y, fmt)
    if math.isfinite(a) and math.isfinite(b):
        assert add(a, b, fmt) == round_to(Fraction(a) + Fraction(b), fmt)


@pytest.mark.parametrize(
    ("x", "fmt", "gap"),
    [
        (2048.0, "fp16", 2),
        (4096.0, "fp16", 4),
        (-4096.0, "fp16", 4),
        (256.0, "bf16", 2),
        (2.0**24, "fp32", 2),
        (2047.0, "fp16", 1),
        (65504.0, "fp16", 32),
        (0.0, "fp16", 2.0**-24),
        (2.0**-24, "fp16", 2.0**-24),
        (2.0**-13, "fp16", 2.0**-23),
    ],
)
def test_gaps(x: float, fmt: str, gap: float) -> None:
    assert spacing(x, fmt) == gap


@pytest.mark.parametrize("fmt", ["fp16", "bf16"])
def test_the_gap_leads_to_the_next_pattern(fmt: str) -> None:
    numbers = sorted({abs(v) for v in all_numbers(fmt)})
    step = 97  # a prime, so that all kinds of fractions occur
    for x, following in zip(numbers[::step], numbers[1::step], strict=False):
        assert Fraction(x) + Fraction(spacing(x, fmt)) == Fraction(following)


@modest
@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_fp32_gaps_are_those_of_numpy(x: float) -> None:
    if abs(x) < largest_finite("fp32"):
        assert spacing(x, "fp32") == float(np.spacing(np.float32(abs(x))))


def test_three_bits() -> None:
    assert round_p_bits(9 / 8, 3) == 1.0
    assert round_p_bits(11 / 8, 3) == 1.5
    assert [round_p_bits(k / 8, 3) for k in range(8, 17)] == [
        1.0, 1.0, 1.25, 1.5, 1.5, 1.5, 1.75, 2.0, 2.0,
    ]  # fmt: skip


def test_bits_have_no_range_but_that_of_a_double() -> None:
    assert round_p_bits(3 * 2.0**-1074, 1) == 2.0**-1072
    assert round_p_bits(1e300, 53) == round_p_bits(1e300, 60) == 1e300
    assert round_p_bits(-1.75 * 2.0**1023, 2) == -INF
    assert same(round_p_bits(-0.0, 3), -0.0)


@modest
@given(finite, st.integers(1, 60))
def test_bits_are_the_nearest_with_ties_to_even(x: float, p: int) -> None:
    if abs(x) > 2.0**1000:
        return
    rounded = round_p_bits(x, p)
    assert same(round_p_bits(-x, p), -rounded)
    assert same(round_p_bits(rounded, p), rounded)
    if x:
        gap = Fraction(2) ** (math.frexp(x)[1] - p)
        units = Fraction(rounded) / gap
        error = abs(Fraction(x) - Fraction(rounded))
        assert units.denominator == 1
        assert 2 * error < gap or (2 * error == gap and units % 2 == 0)


@modest
@given(st.floats(0.01, 60_000), st.sampled_from(["fp16", "bf16", "fp32"]))
def test_a_format_is_its_bits_away_from_the_ends(x: float, fmt: str) -> None:
    assert round_to(x, fmt) == round_p_bits(x, FORMATS[fmt].significand_bits)


@pytest.mark.parametrize(
    ("x", "digits", "rounded"),
    [
        ("1.225", 3, "1.22"),
        ("1.235", 3, "1.24"),
        ("1.2250000000000000000000000000000001", 3, "1.23"),
        ("-99.95", 3, "-100"),
        ("1E-999", 3, "1E-999"),
        ("7", 3, "7"),
        ("15", 1, "2E+1"),
        ("25", 1, "2E+1"),
    ],
)
def test_decimal_digits(x: str, digits: int, rounded: str) -> None:
    assert round_sig(x, digits) == Decimal(rounded)


@modest
@given(st.decimals(-10, 10, places=6), st.integers(1, 9))
def test_decimal_digits_are_the_nearest(x: Decimal, digits: int) -> None:
    rounded = round_sig(str(x), digits)
    assert len(rounded.normalize().as_tuple().digits) <= digits
    assert round_sig(str(-x), digits) == -rounded
    if x:
        assert 2 * abs(x - rounded) <= Decimal(1).scaleb(x.adjusted() - digits + 1)


def test_decimals_leave_the_callers_context_alone() -> None:
    with decimal.localcontext(decimal.Context(prec=2)):
        assert round_sig("1.2345", 4) == Decimal("1.234")


@pytest.mark.parametrize("x", ["abc", "", "NaN", "inf", "1,5"])
def test_only_finite_decimals_have_digits(x: str) -> None:
    with pytest.raises(ValueError, match="x must be a finite decimal number"):
        round_sig(x, 3)


@pytest.mark.parametrize("count", [0, -1])
def test_at_least_one_digit_or_bit(count: int) -> None:
    with pytest.raises(ValueError, match="digits must be at least 1"):
        round_sig("1.5", count)
    with pytest.raises(ValueError, match="p must be at least 1"):
        round_p_bits(1.5, count)


@pytest.mark.parametrize("x", [NAN, INF, -INF])
def test_only_finite_numbers_have_bits_and_gaps(x: float) -> None:
    with pytest.raises(ValueError, match="x must be finite"):
        round_p_bits(x, 3)
    with pytest.raises(ValueError, match="x must be finite"):
        spacing(x, "fp16")


@pytest.mark.parametrize(("x", "fmt"), [(2049.0, "fp16"), (0.1, "fp32"), (1e6, "fp16")])
def test_only_numbers_of_the_format_have_gaps(x: float, fmt: str) -> None:
    with pytest.raises(ValueError, match=f"x must be a number of {fmt}"):
        spacing(x, fmt)


def test_unknown_formats_are_refused() -> None:
    for call in (
        lambda: round_to(1.0, "fp64"),
        lambda: spacing(1.0, "FP16"),
        lambda: largest_finite("half"),
    ):
        with pytest.raises(ValueError, match="format must be one of fp16, bf16, fp32"):
            call()
