"""Frames: what a message is about, which call it belongs to, and how long its parts are.

The call id is a random number the keeper makes up for each call. A frame with another id or an
unexpected kind is refused before a byte of its payload is read, so a box cannot answer a call
before it is made, nor twice.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection
from struct import Struct
from typing import NamedTuple

from .limits import DEFAULT_LIMITS, ProtocolError, WireLimits
from .read import Reader
from .write import Writer

_MAGIC = b"RLW1"
_HEADER = Struct("<4sBQIIQ")

Expected = tuple[Collection[int], int | None]
"""The kinds and the call id that are awaited; None for any call id."""
Fill = Callable[[memoryview], None]
"""Fills a buffer with the next bytes of the peer, or raises."""


class Kind(enum.IntEnum):
    """What a frame is about. The first sixteen go to the box, the others come from it."""

    CELL = 1
    CALL = 2
    NEW = 3
    METHOD = 4
    SET = 5
    RECORD = 6
    TRACE = 7
    PEAK_BYTES = 8
    HOLD = 9
    REFILL = 10
    RUN_HELD = 11
    FETCH = 12
    SIMULATE = 13
    LAUNCH = 14
    COMPILE = 15
    BATCH = 16
    READY = 17
    DONE = 18
    RETURNED = 19
    RAISED = 20
    MISSING = 21


_KINDS = frozenset(int(kind) for kind in Kind)


class Frame(NamedTuple):
    """One frame, decoded."""

    kind: Kind
    nonce: int
    value: object


def pack(
    kind: Kind,
    nonce: int,
    value: object,
    *,
    keep_layout: bool,
    limits: WireLimits = DEFAULT_LIMITS,
) -> list[memoryview]:
    """Return the bytes of a frame in pieces; those of arrays may be live memory.

    Raises
    ------
    Unsendable
        A value has a type that the wire does not carry; TooLarge where only size is at fault.
    """
    writer = Writer(limits, keep_layout)
    writer.value(value)
    meta = b"".join(writer.out)
    writer.at_most(limits.meta_bytes, len(meta), "bytes beside arrays")
    sizes = (len(meta), writer.buffers, writer.buffer_bytes)
    head = _HEADER.pack(_MAGIC, kind, nonce, *sizes)
    return [memoryview(head + meta), *(memory.data for memory in writer.memories)]


def loads(
    data: bytes,
    *,
    limits: WireLimits = DEFAULT_LIMITS,
    expect: Expected | None = None,
    allow_layout: bool = False,
) -> Frame:
    """Return the one frame in `data`. Raises like `channel.receive`, and for bytes after it."""
    rest = memoryview(data)

    def fill(buffer: memoryview) -> None:
        nonlocal rest
        if len(rest) < len(buffer):
            raise EOFError("the data ends inside a frame")
        buffer[:], rest = rest[: len(buffer)], rest[len(buffer) :]

    frame = read_frame(fill, limits, expect, allow_layout)
    if rest:
        raise ProtocolError("bytes after the end of a frame")
    return frame


def read_frame(
    fill: Fill, limits: WireLimits, expect: Expected | None, allow_layout: bool
) -> Frame:
    """Read one frame from wherever `fill` gets its bytes."""
    head = bytearray(_HEADER.size)
    fill(memoryview(head))
    magic, number, nonce, *sizes = _HEADER.unpack(head)
    if magic != _MAGIC or number not in _KINDS:
        raise ProtocolError("not a frame")
    if expect is not None and (number not in expect[0] or expect[1] not in (None, nonce)):
        raise ProtocolError("a frame that nobody asked for")
    allowed = (limits.meta_bytes, limits.buffers, limits.buffer_bytes)
    if any(size > limit for size, limit in zip(sizes, allowed, strict=True)):
        raise ProtocolError(f"meta bytes, buffers, buffer bytes: {sizes}, allowed: {allowed}")
    meta = bytearray(sizes[0])
    fill(memoryview(meta))
    reader = Reader(bytes(meta), limits, allow_layout)
    value = reader.whole()
    if [reader.at, reader.buffers, reader.buffer_bytes] != sizes:
        raise ProtocolError("the lengths in a frame disagree")
    for unfilled in reader.unfilled:
        fill(unfilled.memory.data)
        unfilled.finish()
    return Frame(Kind(number), nonce, value)
