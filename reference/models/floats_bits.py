"""From bits to numbers, from numbers of a type to bytes, and from bytes to time.

The same 32 bits are 1.0 as FP32 and 1065353216 as an integer: only the type says which. A binary
floating-point number has a sign bit s, a biased exponent e and the fraction f of its significand:
(-1)**s * 1.f * 2**(e - bias), or (-1)**s * 0.f * 2**(1 - bias) for e = 0 (IEEE 754-2019, 3.4).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from reference.models import domain
from reference.models.floats_rounding import FORMATS, exponent_in, round_to

WIDTH_BITS = {
    "fp32": 32,
    "fp16": 16,
    "bf16": 16,
    "int8": 8,
    "uint8": 8,
    "int32": 32,
    "uint32": 32,
}
FP32_BYTES = 4


class Fields(NamedTuple):
    """The three fields of a floating-point pattern, as stored."""

    sign: int
    exponent: int
    """With the bias; all ones for infinities and NaN, 0 for zeros and subnormal numbers."""
    fraction: int
    """Without the leading bit, which is not stored."""


def fields(bits: int, fmt: str) -> Fields:
    """Return sign, exponent and fraction of a pattern of "fp32", "fp16" or "bf16".

    Raises
    ------
    ValueError
        `fmt` is another type, or `bits` is out of range.
    """
    domain.choice("format", fmt, FORMATS)
    width = WIDTH_BITS[fmt]
    bits = domain.integer("bits", bits, 0, 2**width - 1)
    fraction_bits = FORMATS[fmt].significand_bits - 1
    exponent_bits = width - 1 - fraction_bits
    return Fields(
        sign=bits >> (width - 1),
        exponent=(bits >> fraction_bits) & ((1 << exponent_bits) - 1),
        fraction=bits & ((1 << fraction_bits) - 1),
    )


def decode(bits: int, fmt: str) -> float | int:
    """Return the number that a bit pattern stands for.

    Parameters
    ----------
    bits : int
        The pattern as an unsigned number, 0 <= bits < 2**width.
    fmt : str
        A key of `WIDTH_BITS`; "int8" and "int32" are in two's complement.

    Returns
    -------
    float or int
        A float for the floating-point formats: NaN, infinities and -0.0 as such.

    Raises
    ------
    ValueError
        `fmt` is unknown or `bits` out of range.
    """
    width = _width(fmt)
    if fmt in FORMATS:
        return _decode_float(fields(bits, fmt), fmt)
    bits = domain.integer("bits", bits, 0, 2**width - 1)
    negative = fmt.startswith("int") and bits >> (width - 1)
    return bits - (1 << width) if negative else bits


def encode(value: float, fmt: str) -> int:
    """Return the bit pattern that stands for a number, the inverse of `decode`.

    Every NaN becomes the quiet one with a positive sign and no payload.

    Raises
    ------
    ValueError
        `fmt` is unknown, or `value` is not a number of that type.
    """
    width = _width(fmt)
    if fmt not in FORMATS:
        lowest = -(1 << (width - 1)) if fmt.startswith("int") else 0
        return domain.integer("value", value, lowest, lowest + (1 << width) - 1) % (1 << width)
    value = float(value)
    target = FORMATS[fmt]
    fraction_bits = target.significand_bits - 1
    if math.isnan(value):
        return (2 * target.exp_max + 1) << fraction_bits | 1 << (fraction_bits - 1)
    if round_to(value, fmt) != value:
        raise ValueError(f"value must be a number of {fmt}, not {value}")
    sign = int(math.copysign(1, value) < 0) << (width - 1)
    if math.isinf(value):
        return sign | (2 * target.exp_max + 1) << fraction_bits
    exponent = exponent_in(value, target)
    # Counted in the smallest gap at this exponent, the leading bit of a normal number adds the 1
    # that its biased exponent has more than that of a subnormal one.
    significand = int(math.ldexp(abs(value), fraction_bits - exponent))
    return sign | ((exponent - target.exp_min) << fraction_bits) + significand


def nbytes(count: int, fmt: str) -> int:
    """Return the bytes of `count` >= 0 numbers of a type; ValueError as in `decode`."""
    return domain.integer("count", count, 0) * _width(fmt) // 8


def transfer_s(count: int, fmt: str, bytes_per_s: float) -> float:
    """Return the time to move `count` numbers of a type once, bytes over rate.

    Parameters
    ----------
    count : int
        >= 0.
    fmt : str
        A key of `WIDTH_BITS`.
    bytes_per_s : float
        Sustained rate, > 0; 1 GB/s is 1e9.

    Returns
    -------
    float
        Seconds.

    Raises
    ------
    ValueError
        `fmt` is unknown or a number out of range.
    """
    return nbytes(count, fmt) / domain.real("bytes_per_s", bytes_per_s, above=0)


def load_f32(mem: bytes, base_addr: int, addr: int) -> float:
    """Return the little-endian FP32 number at a byte address.

    Parameters
    ----------
    mem : bytes
        A piece of memory.
    base_addr : int
        Address of mem[0], >= 0.
    addr : int
        Address of the lowest of the four bytes, a multiple of 4.

    Raises
    ------
    ValueError
        The address is not aligned, or one of the four bytes lies outside `mem`.
    """
    base_addr = domain.integer("base_addr", base_addr, 0)
    addr = domain.integer("addr", addr, 0)
    if addr % FP32_BYTES:
        raise ValueError(f"addr must be a multiple of {FP32_BYTES}, not {addr:#x}")
    offset = addr - base_addr
    if not 0 <= offset <= len(mem) - FP32_BYTES:
        end = base_addr + len(mem)
        raise ValueError(f"{addr:#x} ... +3 must lie within {base_addr:#x} ... {end:#x}")
    pattern = int.from_bytes(mem[offset : offset + FP32_BYTES], "little")
    return float(decode(pattern, "fp32"))


def _width(fmt: str) -> int:
    return WIDTH_BITS[domain.choice("format", fmt, WIDTH_BITS)]


def _decode_float(stored: Fields, fmt: str) -> float:
    target = FORMATS[fmt]
    bias = target.exp_max
    fraction_bits = target.significand_bits - 1
    if stored.exponent == 2 * bias + 1:
        magnitude = math.nan if stored.fraction else math.inf
    else:
        leading = 1 << fraction_bits if stored.exponent else 0
        exponent = max(stored.exponent, 1) - bias
        magnitude = math.ldexp(leading + stored.fraction, exponent - fraction_bits)
    return -magnitude if stored.sign else magnitude
