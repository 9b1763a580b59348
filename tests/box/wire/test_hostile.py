"""Frames that no honest peer writes: each is refused, by no other exceptions than our own."""

from __future__ import annotations

import math
import struct
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.box import wire

HEADER = struct.Struct("<4sBQIIQ")
MODULUS = 2**61 - 1  # of Python's hash of numbers: its multiples all have hash 0
TWIN = next(n for n in range(100) if abs(hash((0, n))) < MODULUS)  # that hash is an int's hash too


def frame(meta: bytes, buffers: int = 0, buffer_bytes: int = 0, data: bytes = b"") -> bytes:
    return (
        HEADER.pack(b"RLW1", wire.Kind.RETURNED, 7, len(meta), buffers, buffer_bytes) + meta + data
    )


def count(n: int) -> bytes:
    return struct.pack("<I", n)


def small(n: int) -> bytes:
    return b"i" + struct.pack("<q", n)


def big(n: int) -> bytes:
    return count(20) + n.to_bytes(20, "little", signed=True)


def array_of(
    code: int, flags: int, size: int, shape: tuple[int, ...], layout: tuple[int, ...] = ()
) -> bytes:
    head = struct.pack("<BBBQ", code, flags, len(shape), size)
    return b"a" + head + struct.pack(f"<{len(shape)}Q{len(layout)}q", *shape, *layout)


def colliding(depth: int, last: int = 0) -> bytes:
    """Return sets in sets. All of one depth share a hash and differ in what is looked at last."""
    if depth == 0:
        return b"I" + big(last * MODULUS)
    return b"z" + count(8) + b"".join(colliding(depth - 1, n) for n in (*range(7), 7 + last))


BOOL, F8 = 0, 11
LAYOUT = 4

REFUSED: dict[str, tuple[bytes, str]] = {
    "no value": (frame(b""), "unknown tag"),
    "unknown tag": (frame(b"P"), "unknown tag"),
    "two values": (frame(b"NN"), "disagree"),
    "bytes after the frame": (frame(b"N") + b"N", "after the end"),
    "buffers that no array uses": (frame(b"N", 1, 8, bytes(8)), "disagree"),
    "array without its buffer": (frame(array_of(F8, 0, 8, (1,))), "disagree"),
    "str longer than the frame": (frame(b"s" + count(9) + b"a"), "after the end"),
    "cut number": (frame(b"d1234"), "after the end"),
    "cut complex": (frame(b"c1234"), "after the end"),
    "not UTF-8": (frame(b"s" + count(1) + b"\xff"), "UTF-8"),
    "list longer than any frame": (frame(b"l" + count(2**32 - 1)), "values left"),
    "dict longer than any frame": (frame(b"m" + count(2**31)), "values left"),
    "nested too deep": (frame((b"l" + count(1)) * 5000 + b"N"), "nested too deep"),
    "equal keys": (frame(b"m" + count(2) + (small(1) + b"N") * 2), "equal keys"),
    "keys equal across types": (frame(b"e" + count(2) + small(1) + b"T"), "equal keys"),
    "list as a key": (frame(b"m" + count(1) + b"l" + count(0) + b"N"), "compared"),
    "list in a tuple as a member": (frame(b"e\1\0\0\0t\1\0\0\0l\0\0\0\0"), "compared"),
    "array as a member": (frame(b"e" + count(1) + array_of(F8, 0, 0, (0,)), 1), "compared"),
    "colliding integers": (
        frame(b"e" + count(2000) + b"".join(b"I" + big(k * MODULUS) for k in range(2000))),
        "same hash",
    ),
    "colliding fractions": (
        frame(b"z" + count(9) + b"".join(b"q" + big(k * MODULUS) + big(1) for k in range(1, 10))),
        "same hash",
    ),
    "numpy scalar and a tuple of its hash": (
        frame(
            b"e"
            + count(2)
            + b"t"
            + count(2)
            + small(0)
            + small(TWIN)
            + b"g\7"
            + struct.pack("<q", hash((0, TWIN)))
        ),
        "compared",
    ),
    "numpy bool and an int of its hash": (
        frame(b"e" + count(2) + b"I" + big(1 + (MODULUS << 70)) + b"g" + bytes([BOOL, 1])),
        "compared",
    ),
    "sets in sets of one hash": (frame(colliding(5)), "more values"),
    "a str of halves of pairs": (
        frame(b"s" + count(300_000) + b"\xed\xa0\x80" * 100_000),
        "more values",
    ),
    "a set of Decimals that are slow to hash": (
        frame(b"l" + count(5000) + (b"e" + count(1) + b"D" + count(6) + b"1E9999") * 5000),
        "values",
    ),
    "unreduced fraction": (frame(b"q" + big(2) + big(4)), "lowest terms"),
    "fraction over zero": (frame(b"q" + big(1) + big(0)), "not positive"),
    "fraction over minus one": (frame(b"q" + big(1) + big(-1)), "not positive"),
    "bool of 2": (frame(b"g\0\2"), "neither 0 nor 1"),
    "array of bool of 2": (frame(array_of(0, 0, 2, (2,)), 1, 2, b"\1\2"), "neither 0 nor 1"),
    "scalar of unknown dtype": (frame(b"g\xff\0"), "unknown dtype"),
    "array of unknown dtype": (frame(array_of(14, 0, 0, (0,)), 1), "unknown dtype"),
    "array larger than its buffer": (frame(array_of(F8, 0, 8, (2,)), 1, 8, bytes(8)), "disagree"),
    "array larger than memory": (frame(array_of(F8, 0, 0, (2**63, 2**63)), 1), "bytes of an array"),
    "empty array of huge sides": (frame(array_of(F8, 0, 0, (0, 2**63)), 1), "bytes of an array"),
    **{
        f"decimal {text!r}": (frame(b"D" + count(len(text)) + text), "no number")
        for text in (b"", b"1", b"1E", b"E1", b"1_0E1", b" 1E1", b"sNaN", b"inf", b"1E1\n")
    },
    "decimal of huge exponent": (frame(b"D" + count(11) + b"1E999999999"), "exponent"),
}


@pytest.mark.parametrize(("data", "words"), REFUSED.values(), ids=REFUSED)
def test_the_reader_refuses(data: bytes, words: str) -> None:
    with pytest.raises(wire.ProtocolError, match=words):
        wire.loads(data)


def test_the_same_makers_write_frames_that_are_accepted() -> None:
    assert wire.loads(frame(b"q" + big(1) + big(4))).value == Fraction(1, 4)
    assert wire.loads(frame(b"D" + count(3) + b"1E1")).value == Decimal(10)
    members = b"".join(b"I" + big(k * MODULUS) for k in range(8))
    assert wire.loads(frame(b"e" + count(8) + members)).value == {k * MODULUS for k in range(8)}
    assert wire.loads(frame(colliding(2))).value == wire.loads(frame(colliding(2))).value
    assert wire.loads(frame(b"s" + count(6) + b"\xed\xa0\x80" * 2)).value == "\ud800" * 2
    array: Any = wire.loads(frame(array_of(F8, 0, 8, (1,)), 1, 8, struct.pack("<d", 3))).value
    assert array.tolist() == [3]


@pytest.mark.parametrize(
    ("size", "shape", "layout"),
    [
        (8, (2,), (8, 0)),  # ends after its buffer
        (16, (2,), (8, 8)),
        (16, (2,), (-8, 0)),  # starts before it
        (16, (2,), (8, -8)),
        (16, (2,), (2**62, 0)),
        (0, (0,), (8, 0)),  # an empty array has no layout
    ],
)
def test_a_layout_stays_inside_its_buffer(
    size: int, shape: tuple[int, ...], layout: tuple[int, ...]
) -> None:
    data = frame(array_of(F8, LAYOUT, size, shape, layout), 1, size, bytes(size))
    with pytest.raises(wire.ProtocolError, match="layout"):
        wire.loads(data, allow_layout=True)


@pytest.mark.parametrize(
    "head",
    [
        HEADER.pack(b"RLW0", wire.Kind.RETURNED, 7, 0, 0, 0),
        HEADER.pack(b"RLW1", 0, 7, 0, 0, 0),
        HEADER.pack(b"RLW1", 99, 7, 0, 0, 0),
        HEADER.pack(b"RLW1", wire.Kind.RETURNED, 7, 2**32 - 1, 0, 0),
        HEADER.pack(b"RLW1", wire.Kind.RETURNED, 7, 1, 2**32 - 1, 0),
        HEADER.pack(b"RLW1", wire.Kind.RETURNED, 7, 1, 0, 2**64 - 1),
        HEADER.pack(b"RLW1", wire.Kind.RETURNED, 8, 1, 0, 0),
        HEADER.pack(b"RLW1", wire.Kind.READY, 7, 1, 0, 0),
    ],
)
def test_a_header_is_refused_before_anything_after_it_is_read(head: bytes) -> None:
    # Reading on would raise EOFError: there is nothing to read.
    with pytest.raises(wire.ProtocolError):
        wire.loads(head, expect=((wire.Kind.RETURNED, wire.Kind.RAISED), 7))


def test_a_frame_that_was_asked_for_is_accepted() -> None:
    assert wire.loads(frame(b"T"), expect=((wire.Kind.RETURNED,), 7)).value is True
    assert wire.loads(frame(b"T"), expect=((wire.Kind.RETURNED,), None)).value is True


def only_our_errors(data: bytes) -> bool:
    """Return whether `data` is accepted; any exception but our own passes through."""
    try:
        wire.loads(data, allow_layout=True)
    except (wire.ProtocolError, EOFError):
        return False
    return True


RICH = {
    "list": [None, True, 1, 2**90, math.nan, 1j, "a\ud800", b"b", Fraction(2, 3), Decimal("-1.5")],
    (1, frozenset({2})): {np.float32(1), np.int8(3)},
    "arrays": (np.arange(6).reshape(2, 3)[:, ::2], np.zeros((2, 2), order="F"), np.ones(3, bool)),
}
VALID = b"".join(wire.pack(wire.Kind.CALL, 7, RICH, keep_layout=True))


def test_the_frame_to_spoil_is_valid() -> None:
    assert only_our_errors(VALID)


def test_a_frame_cut_anywhere_is_refused() -> None:
    assert [size for size in range(len(VALID)) if only_our_errors(VALID[:size])] == []


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_raises_nothing_but_our_errors(bit: int) -> None:
    accepted = [
        only_our_errors(VALID[:at] + bytes([VALID[at] ^ 1 << bit]) + VALID[at + 1 :])
        for at in range(len(VALID))
    ]
    assert not any(accepted[:4])  # the magic
    assert not all(accepted)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_garbage_is_no_frame(data: bytes) -> None:
    assert not only_our_errors(data)


@settings(deadline=None, max_examples=300)
@given(
    st.lists(
        st.sampled_from([bytes([t]) for t in b"NTFiIdcsbltmezqDga"])
        | st.integers(0, 3).map(count)
        | st.binary(max_size=9),
        max_size=20,
    ).map(b"".join)
)
def test_garbage_in_a_valid_header_raises_nothing_but_our_errors(meta: bytes) -> None:
    accepted = only_our_errors(frame(meta))
    assert not accepted or meta
