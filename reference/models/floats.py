"""Rounding to short binary formats, and what it does to long sums.

Everything goes through `round_to`, which works on exact integers: NumPy has no bfloat16, and its
float16 sums use a wider accumulator, so neither can serve as the definition. Rounding is to
nearest, ties to even, with gradual underflow and overflow to infinity (IEEE 754-2019, 4.3.1, 3.3;
bfloat16 has the same rules with 8 significant bits and the exponents of FP32).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Format:
    """A binary floating-point format."""

    significand_bits: int
    """p, with the bit that is not stored."""
    exp_min: int
    """Exponent of the smallest normal number, which is 2**exp_min."""
    exp_max: int
    """Exponent of the largest finite numbers."""


FORMATS = {
    "fp16": Format(significand_bits=11, exp_min=-14, exp_max=15),
    "bf16": Format(significand_bits=8, exp_min=-126, exp_max=127),
    "fp32": Format(significand_bits=24, exp_min=-126, exp_max=127),
}
ORDERS = ("left", "pairwise")
LARGEST_STEP = 16
"""Up to here a running sum stalls below the largest FP16 number, 65504."""


def round_to(x: float | Fraction, fmt: str) -> float:
    """Return `x` rounded once to the format `fmt`, to nearest with ties to even.

    Parameters
    ----------
    x : float or Fraction
        NaN, infinities and zeros of both signs pass through unchanged.
    fmt : str
        "fp16", "bf16" or "fp32".

    Returns
    -------
    float
        A number of the format, held in a double (which holds all of them exactly); +-inf from
        the largest finite number plus half a gap onwards.

    Raises
    ------
    ValueError
        `fmt` is unknown.
    """
    target = _format(fmt)
    if not isinstance(x, Fraction) and not math.isfinite(x):
        return float(x)
    if x == 0:
        return float(x)
    numerator, denominator = x.as_integer_ratio()
    # Below the smallest normal number the gap stops shrinking: that is gradual underflow.
    exponent = max(_floor_log2(abs(numerator), denominator), target.exp_min)
    gap = exponent - target.significand_bits + 1
    units = _nearest_even(abs(numerator) << max(-gap, 0), denominator << max(gap, 0))
    if units.bit_length() + gap > target.exp_max + 1:
        magnitude = math.inf
    else:
        magnitude = math.ldexp(units, gap)
    return -magnitude if x < 0 else magnitude


def add(a: float, b: float, fmt: str) -> float:
    """Return a + b rounded once to `fmt`; `a` and `b` are numbers of that format.

    The double sum may itself be rounded, but rounding twice is harmless here: a double has 53
    significant bits and 53 >= 2 p + 2 for p = 8, 11 and 24.

    Source: S. A. Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30 (1995).
    """
    return round_to(a + b, fmt)


def accumulate(
    values: Sequence[float], acc_fmt: str, order: str = "left", in_fmt: str = "fp16"
) -> float:
    """Return the sum of `values` with every input and every addition rounded.

    Parameters
    ----------
    values : sequence of float, length n >= 0
        Each is rounded to `in_fmt` (and must be finite there), then to `acc_fmt`.
    acc_fmt, in_fmt : str
        "fp16", "bf16" or "fp32": format of the running sum, format of the inputs.
    order : str
        "left": s <- fl(s + x) from +0.0. "pairwise": neighbours are added level by level, an odd
        last element moves up unchanged.

    Returns
    -------
    float
        A number of `acc_fmt`; +-inf after overflow, 0.0 for no values.

    Raises
    ------
    ValueError
        A format or order is unknown, or a value is NaN, infinite or overflows in `in_fmt`.
    """
    terms = _load(values, acc_fmt, in_fmt)
    if order == "pairwise":
        return _add_pairwise(terms, acc_fmt)
    if order != "left":
        raise ValueError(f"order must be one of {', '.join(ORDERS)}, not {order!r}")
    sums = list(running_sums(terms, acc_fmt))
    return sums[-1] if sums else 0.0


def running_sums(terms: Sequence[float], fmt: str) -> Iterator[float]:
    """Yield s_k = fl(s_{k-1} + x_k) for k = 1 ... n, from s_0 = +0.0, in the format `fmt`."""
    total = 0.0
    for term in terms:
        total = add(total, term, fmt)
        yield total


def stall_at(fmt: str, step: int = 1) -> int:
    """Return where s <- fl(s + step), from 0, stops moving: 2**(p + ceil(log2 step)).

    Just below that power of two half a gap is less than `step`, so the sum still moves. There half
    a gap is at least `step`, and where it is equal the tie goes to s, whose significand is even.

    Parameters
    ----------
    fmt : str
        "fp16" (p = 11), "bf16" (p = 8) or "fp32" (p = 24).
    step : int
        1 ... 16.

    Raises
    ------
    ValueError
        `fmt` is unknown or `step` out of range.
    """
    bits = _format(fmt).significand_bits
    if not 1 <= step <= LARGEST_STEP:
        raise ValueError(f"step must lie in 1 ... {LARGEST_STEP}, not {step}")
    return 1 << (bits + (step - 1).bit_length())


def stall_by_adding(fmt: str, step: int = 1) -> int:
    """Return the same as `stall_at` by doing the additions (2**24 and more for FP32)."""
    total, before = float(step), 0.0
    while total != before:
        total, before = add(total, float(step), fmt), total
    return int(total)


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, not {name!r}")
    return FORMATS[name]


def _load(values: Sequence[float], acc_fmt: str, in_fmt: str) -> list[float]:
    _format(acc_fmt), _format(in_fmt)
    inputs = [round_to(value, in_fmt) for value in values]
    for value, rounded in zip(values, inputs, strict=True):
        if not math.isfinite(rounded):
            raise ValueError(f"{value} is not finite in {in_fmt}")
    return [round_to(value, acc_fmt) for value in inputs]


def _add_pairwise(terms: Sequence[float], fmt: str) -> float:
    level = list(terms)
    while len(level) > 1:
        pairs = zip(level[0::2], level[1::2], strict=False)
        odd = level[len(level) // 2 * 2 :]
        level = [add(a, b, fmt) for a, b in pairs] + odd
    return level[0] if level else 0.0


def _floor_log2(numerator: int, denominator: int) -> int:
    exponent = numerator.bit_length() - denominator.bit_length()
    at_least = numerator << max(-exponent, 0) >= denominator << max(exponent, 0)
    return exponent if at_least else exponent - 1


def _nearest_even(numerator: int, denominator: int) -> int:
    quotient, rest = divmod(numerator, denominator)
    up = 2 * rest > denominator or (2 * rest == denominator and quotient % 2 == 1)
    return quotient + up
