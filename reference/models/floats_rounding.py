"""Short binary formats: which numbers they hold and how a number is rounded to one of them.

Everything goes through exact integers: NumPy has no bfloat16, and its float16 sums use a wider
accumulator, so neither can serve as the definition. Rounding is to nearest, ties to even, with
gradual underflow and overflow to infinity (IEEE 754-2019, 4.3.1, 3.3; bfloat16 has the same rules
with 8 significant bits and the exponents of FP32).
"""

from __future__ import annotations

import decimal
import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational

from reference.models import domain

DOUBLE_BITS = 53
"""Significant bits of a double, which rounding to as many or more bits leaves alone."""


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


def format_named(name: str) -> Format:
    """Return the format called "fp16", "bf16" or "fp32"; ValueError for any other name."""
    if name not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, not {name!r}")
    return FORMATS[name]


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
    target = format_named(fmt)
    if isinstance(x, Rational):
        numerator, denominator = int(x.numerator), int(x.denominator)
        if numerator == 0:
            return 0.0
    else:
        x = float(x)
        if x == 0 or not math.isfinite(x):
            return x
        numerator, denominator = x.as_integer_ratio()
    # Below the smallest normal number the gap stops shrinking: that is gradual underflow.
    exponent = max(_floor_log2(abs(numerator), denominator), target.exp_min)
    gap = exponent - target.significand_bits + 1
    units = _units(abs(numerator), denominator, gap)
    if units.bit_length() + gap > target.exp_max + 1:
        magnitude = math.inf
    else:
        magnitude = math.ldexp(units, gap)
    return -magnitude if numerator < 0 else magnitude


def add(a: float, b: float, fmt: str) -> float:
    """Return a + b rounded once to `fmt`; `a` and `b` are numbers of that format.

    The double sum may itself be rounded, but rounding twice is harmless here: a double has 53
    significant bits and 53 >= 2 p + 2 for p = 8, 11 and 24.

    Source: S. A. Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30 (1995).
    """
    return round_to(a + b, fmt)


def largest_finite(fmt: str) -> float:
    """Return the largest finite number of a format, (2 - 2**(1 - p)) * 2**exp_max."""
    target = format_named(fmt)
    bits = target.significand_bits
    return math.ldexp((1 << bits) - 1, target.exp_max - bits + 1)


def spacing(x: float, fmt: str) -> float:
    """Return the gap between |x| and the next larger number of the format.

    The gap is 2**(max(floor(log2 |x|), exp_min) - p + 1): the same everywhere from one power of
    two to the next, and below the smallest normal number. At the largest finite number, which has
    no next one, it is the gap below.

    Parameters
    ----------
    x : float
        A finite number of the format; its sign does not matter.
    fmt : str
        "fp16", "bf16" or "fp32".

    Raises
    ------
    ValueError
        `fmt` is unknown, or `x` is not finite or not a number of the format.
    """
    target = format_named(fmt)
    x = domain.real("x", x)
    if round_to(x, fmt) != x:
        raise ValueError(f"x must be a number of {fmt}, not {x}")
    return math.ldexp(1.0, exponent_in(x, target) - target.significand_bits + 1)


def exponent_in(x: float, target: Format) -> int:
    """Return floor(log2 |x|), or the exponent of the smallest normal number for anything smaller.

    `x` is a finite number of the format.
    """
    exponent = math.frexp(x)[1] - 1 if x else target.exp_min
    return max(exponent, target.exp_min)


def round_p_bits(x: float, p: int) -> float:
    """Return `x` rounded to `p` significant bits, ties to even, whatever its exponent.

    Parameters
    ----------
    x : float
        Finite; a zero keeps its sign.
    p : int
        Significant bits, >= 1, the leading one included.

    Returns
    -------
    float
        +-inf where rounding up leaves the range of a double, 2**1024.

    Raises
    ------
    ValueError
        `x` is not finite or `p` below 1.
    """
    x = domain.real("x", x)
    p = domain.integer("p", p, 1)
    if x == 0 or p >= DOUBLE_BITS:
        return x
    numerator, denominator = abs(x).as_integer_ratio()
    gap = _floor_log2(numerator, denominator) - p + 1
    units = _units(numerator, denominator, gap)
    fits = units.bit_length() + gap <= 1024
    return math.copysign(math.ldexp(units, gap) if fits else math.inf, x)


def round_sig(x: str, digits: int) -> Decimal:
    """Return a decimal number rounded to `digits` significant digits, half to even.

    Parameters
    ----------
    x : str
        The number as written, such as "1.225": a float would already be another number.
    digits : int
        Significant decimal digits, >= 1.

    Raises
    ------
    ValueError
        `x` is no finite decimal number, or `digits` is below 1.
    """
    context = decimal.Context(
        prec=domain.integer("digits", digits, 1, decimal.MAX_PREC),
        rounding=decimal.ROUND_HALF_EVEN,
        Emin=decimal.MIN_EMIN,
        Emax=decimal.MAX_EMAX,
        traps=[],
    )
    rounded = context.create_decimal(x)
    if not rounded.is_finite():
        raise ValueError(f"x must be a finite decimal number, not {x!r}")
    return rounded


def _floor_log2(numerator: int, denominator: int) -> int:
    exponent = numerator.bit_length() - denominator.bit_length()
    at_least = numerator << max(-exponent, 0) >= denominator << max(exponent, 0)
    return exponent if at_least else exponent - 1


def _units(numerator: int, denominator: int, gap: int) -> int:
    """Return how many units of 2**gap are nearest to the ratio, the even number at a tie."""
    divisor = denominator << max(gap, 0)
    quotient, rest = divmod(numerator << max(-gap, 0), divisor)
    up = 2 * rest > divisor or (2 * rest == divisor and quotient % 2 == 1)
    return quotient + up
