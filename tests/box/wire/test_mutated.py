"""Real frames, spoiled as a hostile peer would: refused with our own errors, within the limits.

Hypothesis draws what is spoiled; tests/fuzz does the same with no idea of what a frame is.
"""

from __future__ import annotations

import struct
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import worst_frame
from grader.box import wire
from grader.box.wire.batches import joined, parted
from tests.box.wire.exact import exact
from tests.box.wire.test_arrays import views
from tests.box.wire.test_values import values

HEADER = struct.Struct("<4sBQIIQ")
SPLICED = st.sampled_from([0, 1, 2, 8, 255, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1])
DIRECTIONS = pytest.mark.parametrize("to_box", [False, True], ids=["from the box", "to the box"])


def packed(value: object, *, to_box: bool) -> bytes:
    kind = wire.Kind.CALL if to_box else wire.Kind.RETURNED
    return b"".join(wire.pack(kind, 7, value, keep_layout=to_box))


def read(data: bytes, *, to_box: bool, **options: Any) -> bool:
    """Return whether a frame is accepted; any error but ours passes through."""
    try:
        wire.loads(data, allow_layout=to_box, **options)
    except (wire.ProtocolError, EOFError):
        return False
    return True


def with_arrays(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner | views(), max_size=4) | st.dictionaries(
        st.text(max_size=3), inner | views()
    )


CONTENT = with_arrays(values)


@st.composite
def spoiled(draw: Any, to_box: bool) -> bytes:
    """Draw a real frame with flipped bits, an end cut off, a length spliced in, or parts moved."""
    data = packed(draw(CONTENT), to_box=to_box)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        end = draw(st.integers(at, min(len(data), at + 40)))
        to = draw(st.integers(0, len(data)))
        flipped = bytes(byte ^ 1 << draw(st.integers(0, 7)) for byte in data[at : at + 1])
        number = draw(SPLICED)
        data = draw(
            st.sampled_from(
                [
                    data[:at] + flipped + data[at + 1 :],
                    data[:at],
                    data[:at] + number.to_bytes(4, "little") + data[at + 4 :],
                    data[:at] + number.to_bytes(8, "little") + data[at + 8 :],
                    data[:at] + data[end:to] + data[at:end] + data[to:],
                    data[:end] + data[at:],
                ]
            )
        )
    return data


@DIRECTIONS
@settings(deadline=None)
@given(st.data())
def test_values_and_arrays_together_arrive(to_box: bool, data: st.DataObject) -> None:
    value = data.draw(CONTENT)
    back = wire.loads(packed(value, to_box=to_box), allow_layout=to_box).value
    # Once through, a value is as frames have it: little-endian, and dense on the way from the box.
    again = wire.loads(packed(back, to_box=to_box), allow_layout=to_box).value
    assert exact(again) == exact(back)


@DIRECTIONS
@settings(deadline=None, max_examples=150)
@given(st.data())
def test_a_spoiled_frame_raises_nothing_but_our_errors(to_box: bool, data: st.DataObject) -> None:
    read(data.draw(spoiled(to_box)), to_box=to_box)


@settings(deadline=None)
@given(st.data())
def test_spoiled_answers_to_a_batch_raise_nothing_but_our_errors(data: st.DataObject) -> None:
    answers = [data.draw(spoiled(to_box=False)) for _ in range(data.draw(st.integers(0, 3)))]
    batch = bytearray(packed(joined(answers), to_box=False))
    if data.draw(st.booleans()):
        batch[data.draw(st.integers(0, len(batch) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    try:
        parts = parted(wire.loads(bytes(batch)).value, len(answers))
    except (wire.ProtocolError, EOFError):
        return
    assert len(parts) <= len(answers)
    for part in parts:
        read(part, to_box=False)


# --- memory ---------------------------------------------------------------------------------------

SMALL = wire.WireLimits(meta_bytes=1 << 12, buffer_bytes=1 << 16, nodes=500)
MOST_BYTES = 64 * SMALL.meta_bytes + 2 * SMALL.buffer_bytes
"""A value takes up to 56 bytes for its byte of meta; the memory of arrays comes on top."""


def peak_bytes(data: bytes, *, to_box: bool) -> int:
    """Return the most memory that reading a frame takes at once."""
    tracemalloc.start()
    try:
        read(data, to_box=to_box, limits=SMALL)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@DIRECTIONS
@settings(deadline=None)
@given(st.data())
def test_no_length_takes_more_memory_than_the_limits(to_box: bool, data: st.DataObject) -> None:
    assert peak_bytes(data.draw(spoiled(to_box)), to_box=to_box) <= MOST_BYTES


@DIRECTIONS
@pytest.mark.parametrize("size", [1 << 17, 1 << 28, 1 << 40, 1 << 63])
def test_huge_lengths_take_none(to_box: bool, size: int) -> None:
    row = b"a" + struct.pack("<BBBQQ", 2, 0, 1, size, size)
    for meta in (
        row,
        b"s" + struct.pack("<I", size % (1 << 32)),
        b"l" + struct.pack("<I", size % (1 << 32)),
    ):
        for sizes in ((len(meta), 1, size), (len(meta), 0, 0), (size % (1 << 32), 0, 0)):
            head = HEADER.pack(b"RLW1", wire.Kind.RETURNED, 7, *sizes)
            assert peak_bytes(head + meta, to_box=to_box) <= MOST_BYTES


def test_what_memory_is_measured_by_sees_an_array() -> None:
    row = b"a" + struct.pack("<BBBQQ", 2, 0, 1, 1 << 16, 1 << 16)
    frame = HEADER.pack(b"RLW1", wire.Kind.RETURNED, 7, len(row), 1, 1 << 16) + row + bytes(1 << 16)
    assert peak_bytes(frame, to_box=False) >= 1 << 16


# --- the frames that bench/worst_frame.py times ---------------------------------------------------

REFUSED = {f"colliding sets {depth} deep" for depth in (3, 4, 5)} | {
    "a str of surrogates",
    "a str that is not UTF-8 at its end",
}


def test_the_worst_frames_are_as_large_as_the_limits_allow() -> None:
    """Else the benchmark would time how quickly they are refused."""
    frames = dict(worst_frame.frames())
    assert {name for name, data in frames.items() if not read(data, to_box=False)} == REFUSED


def test_a_value_more_than_the_worst_frames_is_refused() -> None:
    allowed = wire.WireLimits().nodes - 1
    for count in (allowed, allowed + 1):
        meta = b"l" + struct.pack("<I", count) + b"N" * count
        assert read(worst_frame.frame(meta), to_box=False) == (count == allowed)
