"""Sums in FP16 and BF16 on a processor that has neither: float32 addition, then integer rounding.

A sum of two numbers of p bits, rounded to 24 bits and then to p, is the sum rounded once to p if
24 >= 2 p + 2 (Figueroa 1995): true for p = 11 and p = 8. So float32 does the addition, and rounding
is integer work on its 32 bits: add half of the last place that stays, less one if that place is
even, and cut the rest off; a carry moves into the exponent by itself.

Predicts: 4 bytes read and 1 addition a number, and a chain of about 15 dependent cycles (4 for the
addition, the rest integers) that no memory keeps waiting: some 0.2 numbers a nanosecond, 0.8 GB/s.
Never vectors: each rounding needs the sum before. np.cumsum of float16 does the same sums through
calls that convert both ways.

Measured (one core of a Xeon with AVX-512, shared; n = 2**20, medians of 9), ns a number: FP16 4.9
to 6.0, BF16 3.9 to 4.5, np.cumsum of float16 11 to 13.

`reference.models.floats_rounding` defines the rounding with exact integers.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from reference.kernels.cpu import Float32s
from reference.kernels.cpu.triad import demand_vectors

FORMATS = ("fp16", "bf16")


def rounded(x: Float32s, fmt: str) -> Float32s:
    """Return the numbers of x rounded to a format, to nearest with ties to even, held in float32.

    Parameters
    ----------
    x : float32 vector
        NaN, infinities and zeros of both signs pass through.
    fmt : str
        "fp16" or "bf16".

    Raises
    ------
    ValueError
        x is not a float32 vector, or `fmt` is another word.
    """
    demand_vectors({"x": x}, {})
    out = np.empty(len(x), np.float32)
    _round_each(x, _is_fp16(fmt), out)
    return out


def running_sums(x: Float32s, fmt: str) -> Float32s:
    """Return s₀ = fl(x₀), sᵢ = fl(sᵢ₋₁ + fl(xᵢ)), all rounded to a format.

    Arguments and errors as in `rounded`.
    """
    demand_vectors({"x": x}, {})
    out = np.empty(len(x), np.float32)
    _accumulate(x, _is_fp16(fmt), out)
    return out


def _is_fp16(fmt: str) -> bool:
    if fmt not in FORMATS:
        raise ValueError(f"format must be one of {', '.join(FORMATS)}, not {fmt!r}")
    return fmt == "fp16"


@njit()
def _round_each(x: Float32s, fp16: bool, out: Float32s) -> None:
    for i in range(len(x)):
        out[i] = _to_fp16(x[i]) if fp16 else _to_bf16(x[i])


@njit()
def _accumulate(x: Float32s, fp16: bool, out: Float32s) -> None:
    # -0 is what changes no number when added to it, +0 would change -0.
    total = np.float32(-0.0)
    for i in range(len(x)):
        if fp16:
            total = _to_fp16(total + _to_fp16(x[i]))
        else:
            total = _to_bf16(total + _to_bf16(x[i]))
        out[i] = total


@njit()
def _to_fp16(x: np.float32) -> np.float32:
    bits = np.uint32(np.float32(x).view(np.uint32))
    sign, magnitude = np.uint32(bits & 0x80000000), np.uint32(bits & 0x7FFFFFFF)
    if magnitude > 0x7F800000:
        return x  # NaN
    if magnitude < 0x38800000:
        # Below 2⁻¹⁴ the gap is 2⁻²⁴, which is also the gap of float32 between 1/2 and 1.
        tiny = magnitude.view(np.float32) + np.float32(0.5) - np.float32(0.5)
        magnitude = np.float32(tiny).view(np.uint32)
    elif magnitude >= 0x477FF000:
        magnitude = np.uint32(0x7F800000)  # from 65520 on, half a gap above the largest
    else:
        magnitude = _cut(magnitude, 13)
    return np.uint32(sign | magnitude).view(np.float32)


@njit()
def _to_bf16(x: np.float32) -> np.float32:
    bits = np.uint32(np.float32(x).view(np.uint32))
    if bits & 0x7FFFFFFF > 0x7F800000:
        return x  # NaN: adding to its bits could make it an infinity
    # Same exponents as float32, subnormal numbers and infinity included.
    return np.uint32(_cut(bits, 16)).view(np.float32)


@njit()
def _cut(bits: np.uint32, places: int) -> np.uint32:
    """Return the bits with the last `places` rounded away, ties to even."""
    even = bits >> places & 1
    half = (1 << (places - 1)) - 1
    return np.uint32((bits + half + even) >> places << places)
