"""Bits to numbers, bytes and time: the numbers of x04, every 16-bit pattern, and struct."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.floats_bits import (
    WIDTH_BITS,
    Fields,
    decode,
    encode,
    fields,
    load_f32,
    nbytes,
    transfer_s,
)

modest = settings(max_examples=50, deadline=None)
types = st.sampled_from(sorted(WIDTH_BITS))
floating = st.sampled_from(["fp32", "fp16", "bf16"])
MEMORY = struct.pack("<3f", 1.5, -2.0, 7.25)


@st.composite
def patterns(draw, kinds=types):
    fmt = draw(kinds)
    return draw(st.integers(0, 2 ** WIDTH_BITS[fmt] - 1)), fmt


def same(a: float, b: float) -> bool:
    """Equal, the sign of zero included; any NaN equals any NaN."""
    if math.isnan(a):
        return math.isnan(b)
    return a == b and math.copysign(1, a) == math.copysign(1, b)


@pytest.mark.parametrize(
    ("bits", "fmt", "number"),
    [
        (0x3F800000, "fp32", 1.0),
        (0x3F800000, "int32", 1_065_353_216),
        (0x6800, "fp16", 2048.0),
        (0x6800, "bf16", 2.0**81),
        (0x7BFF, "fp16", 65504.0),
        (0x0001, "fp16", 5.960464477539063e-08),
        (0x8000, "bf16", -0.0),
        (0xFC00, "fp16", -math.inf),
        (0x7FC00000, "fp32", math.nan),
        (0x80, "int8", -128),
        (0x80, "uint8", 128),
        (0xFFFFFFFF, "int32", -1),
        (0xFFFFFFFF, "uint32", 4_294_967_295),
    ],
)
def test_patterns(bits: int, fmt: str, number: float) -> None:
    assert same(decode(bits, fmt), number)
    assert type(decode(bits, fmt)) is (float if "f" in fmt else int)


def test_the_same_pattern_is_huge_as_bf16() -> None:
    # Sixteen digits: the shortest literal of this very number takes one more.
    assert decode(0x6800, "bf16") == pytest.approx(2.417851639229258e24, abs=5e8)


@pytest.mark.parametrize("fmt", ["fp16", "bf16"])
def test_every_short_pattern_is_what_numpy_reads(fmt: str) -> None:
    every = np.arange(2**16, dtype=np.uint32)
    if fmt == "fp16":
        numbers: np.ndarray = every.astype(np.uint16).view(np.float16)
    else:
        numbers = (every << 16).view(np.float32)
    for bits, number in enumerate(numbers.tolist()):
        assert same(decode(bits, fmt), number)


@modest
@given(st.integers(0, 2**32 - 1))
def test_long_patterns_are_what_struct_reads(bits: int) -> None:
    raw = struct.pack("<I", bits)
    assert same(decode(bits, "fp32"), struct.unpack("<f", raw)[0])
    assert decode(bits, "int32") == struct.unpack("<i", raw)[0]
    assert decode(bits, "uint32") == bits


def test_fields_of_minus_six_and_a_half() -> None:
    assert fields(0xC680, "fp16") == Fields(sign=1, exponent=17, fraction=0x280)
    assert -1 * (1 + 0x280 / 2**10) * 2.0 ** (17 - 15) == decode(0xC680, "fp16") == -6.5


@modest
@given(patterns(floating))
def test_the_sign_bit_negates(pattern: tuple[int, str]) -> None:
    bits, fmt = pattern
    flipped = bits ^ 1 << (WIDTH_BITS[fmt] - 1)
    assert same(decode(flipped, fmt), -decode(bits, fmt))


@modest
@given(floating, st.data())
def test_positive_patterns_are_ordered_as_their_numbers(fmt: str, data: st.DataObject) -> None:
    infinity = encode(math.inf, fmt)
    low, high = sorted(data.draw(st.tuples(*[st.integers(0, infinity)] * 2)))
    assert (decode(low, fmt) < decode(high, fmt)) == (low < high)


@modest
@given(patterns())
def test_encoding_undoes_decoding(pattern: tuple[int, str]) -> None:
    number = decode(*pattern)
    if not math.isnan(number):
        assert encode(number, pattern[1]) == pattern[0]


@pytest.mark.parametrize(
    ("number", "fmt", "bits"),
    [
        (0.0, "fp32", 0),
        (-0.0, "fp16", 0x8000),
        (2.0**-24, "fp16", 1),
        (2.0**-14, "fp16", 0x0400),
        (-math.inf, "bf16", 0xFF80),
        (math.nan, "fp16", 0x7E00),
        (math.nan, "fp32", 0x7FC00000),
        (-1, "int8", 0xFF),
    ],
)
def test_encoding(number: float, fmt: str, bits: int) -> None:
    assert encode(number, fmt) == bits


def test_seven_billion_weights_on_the_way() -> None:
    assert nbytes(7 * 10**9, "fp16") == 14 * 10**9
    assert transfer_s(7 * 10**9, "fp16", 4.8e12) * 1e3 == pytest.approx(2.917, abs=5e-4)
    assert transfer_s(7 * 10**9, "fp16", 25e9) == pytest.approx(0.56)


@modest
@given(st.integers(0, 10**12), types, st.floats(1, 1e13))
def test_transfers_are_linear_and_wide_types_take_longer(count: int, fmt: str, rate: float) -> None:
    assert nbytes(count, fmt) * 8 == count * WIDTH_BITS[fmt]
    assert transfer_s(3 * count, fmt, rate) == pytest.approx(3 * transfer_s(count, fmt, rate))
    assert transfer_s(count, "fp32", rate) == 2 * transfer_s(count, "fp16", rate)


def test_a_load() -> None:
    assert [load_f32(MEMORY, 0x1000, addr) for addr in (0x1000, 0x1004, 0x1008)] == [1.5, -2, 7.25]
    assert load_f32(MEMORY, 0x1000, 0x1008) == 7.25


@modest
@given(st.lists(st.floats(width=32), min_size=1, max_size=8), st.integers(0, 999), st.data())
def test_what_was_stored_is_loaded(numbers: list[float], slot: int, data: st.DataObject) -> None:
    stored = b"".join(encode(x, "fp32").to_bytes(4, "little") for x in numbers)
    i = data.draw(st.integers(0, len(numbers) - 1))
    assert same(load_f32(stored, 4 * slot, 4 * (slot + i)), numbers[i])


@pytest.mark.parametrize(
    ("bits", "fmt"), [(-1, "fp32"), (2**32, "fp32"), (2**16, "bf16"), (256, "int8"), (0, "fp8")]
)
def test_patterns_out_of_range_are_refused(bits: int, fmt: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        decode(bits, fmt)


@pytest.mark.parametrize(
    ("number", "fmt"), [(2049.0, "fp16"), (0.1, "fp32"), (128, "int8"), (-1, "uint8"), (0, "x")]
)
def test_numbers_of_another_type_are_refused(number: float, fmt: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        encode(number, fmt)


def test_integers_have_no_fields() -> None:
    with pytest.raises(ValueError, match="format must be one of fp16, bf16, fp32"):
        fields(0, "int8")


@pytest.mark.parametrize(
    ("count", "fmt", "rate"),
    [(-1, "fp16", 1.0), (1, "half", 1.0), (1, "fp16", 0.0), (1, "fp16", math.nan)],
)
def test_bad_transfers_are_refused(count: int, fmt: str, rate: float) -> None:
    with pytest.raises(ValueError, match="must be"):
        transfer_s(count, fmt, rate)


@pytest.mark.parametrize(
    ("base", "addr"),
    [(0x1000, 0x1002), (0x1000, 0x100C), (0x1000, 0xFFC), (0x1000, 0), (0xFFE, 0x1008), (-4, -4)],
)
def test_bad_addresses_are_refused(base: int, addr: int) -> None:
    with pytest.raises(ValueError, match="must"):
        load_f32(MEMORY, base, addr)
