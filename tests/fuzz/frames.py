"""What a box sends, as a fuzzer varies it: bytes in, and nothing but our own errors out.

What is accepted has to be a value that a box could have packed: it goes through `pack` again under
the same limits and comes back the same, so that nothing gets in that both sides do not agree on.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from grader.box import answers, wire
from grader.box.wire.batches import joined
from grader.box.wire.read import Reader
from tests.box.wire.exact import exact

HEADER = struct.Struct("<4sBQIIQ")
LIMITS = wire.WireLimits(buffer_bytes=1 << 16, meta_bytes=1 << 14, nodes=2000, unkeyed=100)
"""Small, so that a fuzzer soon meets them all."""
MOST_ANSWERS = 4
_REFUSED = object()
WATCHED = {"x": np.arange(3.0)}

VALUES: dict[str, Any] = {
    "plain": [None, True, False, 1, -1, 2**90, 1.5, math.nan, 1j, "a核", "\ud800", b"b"],
    "exact": [Fraction(2, 3), Fraction(-(10**30), 7), Decimal("-1.5"), Decimal("NaN7")],
    "infinite": (Decimal("-Infinity"), math.inf, -0.0),
    "nested": [[[[(), [], {}, set(), frozenset()]]]],
    "keys": {(1, frozenset({2, frozenset({3})})): {np.float32(1), np.int8(3)}, "k": 0, b"k": 0},
    "one hash": {frozenset({-1, 7}), frozenset({-2, 7}), (-1, -2), (-2, -1)},
    "scalars": [np.bool_(True), np.uint8(7), np.int64(-1), np.float16(2), np.complex64(1j)],
    "arrays": (np.arange(6).reshape(2, 3), np.zeros((2, 2), order="F"), np.ones(3, bool)),
    "empty": [np.zeros((0, 3)), np.zeros(()), np.zeros((1,) * 8)],
    "strided": np.arange(12.0).reshape(3, 4)[::-1, ::2],
}


def packed(kind: wire.Kind, value: object, *, keep_layout: bool = False) -> bytes:
    """Return a whole frame."""
    return b"".join(wire.pack(kind, 7, value, keep_layout=keep_layout))


def seeds() -> Iterator[bytes]:
    """Yield one frame of each kind of value."""
    for value in VALUES.values():
        yield packed(wire.Kind.RETURNED, value)


def layout_seeds() -> Iterator[bytes]:
    """Yield what a keeper sends: arrays with a layout too."""
    for value in VALUES.values():
        yield packed(wire.Kind.CALL, value, keep_layout=True)


def batch_seeds() -> Iterator[bytes]:
    """Yield batches of answers."""
    ours = list(seeds())
    for frames in ([], ours[:1], ours[:MOST_ANSWERS], [b""] * 2, ours[: MOST_ANSWERS + 1]):
        yield packed(wire.Kind.RETURNED, joined(frames))


def answer_seeds() -> Iterator[bytes]:
    """Yield an answer for each decoder of answers."""
    raised: dict[str, Any] = {
        "type_name": "ValueError",
        "builtin_bases": ("ValueError", "Exception"),
        "message": "too many",
        "lines": ("cell 3, line 5, in f: x",),
        "requested_bytes": 0,
        "too_large": False,
    }
    after = tuple(WATCHED.values())
    launched = {"value": None, "after": after, "launches": ({},), "fault": None, "library": ""}
    traced = {"codes": np.zeros(2, np.uint64), "values": np.zeros(2), "after": after, "library": ""}
    yield packed(wire.Kind.RAISED, raised)
    yield packed(wire.Kind.RETURNED, {"value": 5, "buffers": {}})
    yield packed(wire.Kind.RETURNED, {"value": 5, "buffers": {"x": np.zeros(24, np.uint8)}})
    yield packed(wire.Kind.RETURNED, traced)
    yield packed(wire.Kind.RETURNED, launched)
    yield packed(wire.Kind.RETURNED, {"ptx": ".version", "code": b"\x7fELF"})


def from_box(data: bytes) -> None:
    """Read `data` as the keeper reads a frame; again with the lengths of its head put right."""
    for frame in (data, put_right(data, allow_layout=False)):
        _accept(frame)


def to_box(data: bytes) -> None:
    """Read `data` as a box reads a frame."""
    for frame in (data, put_right(data, allow_layout=True)):
        # Not packed again: a layout may repeat elements, and those travel as a plain copy.
        _read(frame, to_box=True)


def batch(data: bytes) -> None:
    """Read `data` as the keeper reads the answers to a batch."""
    for frame in (data, put_right(data, allow_layout=False)):
        try:
            parts = wire.parted(wire.loads(frame, limits=LIMITS).value, MOST_ANSWERS)
        except (wire.ProtocolError, EOFError):
            continue
        assert len(parts) <= MOST_ANSWERS
        for part in parts:
            _accept(part)


DECODERS: tuple[Callable[[object], object], ...] = (
    answers.decode_raised,
    answers.decode_count,
    answers.decode_compiled,
    lambda payload: answers.decode_returned(payload, WATCHED),
    lambda payload: answers.decode_traced(payload, [*WATCHED.values()]),
    lambda payload: answers.decode_launched(payload, [*WATCHED.values()]),
)


def answer(data: bytes) -> None:
    """Read `data` as each kind of answer there is."""
    for frame in (data, put_right(data, allow_layout=False)):
        try:
            payload = wire.loads(frame, limits=LIMITS).value
        except (wire.ProtocolError, EOFError):
            continue
        for decode in DECODERS:
            try:
                decode(payload)
            except (wire.ProtocolError, answers.AnswerTooLarge):
                continue


def put_right(data: bytes, *, allow_layout: bool) -> bytes:
    """Return a frame whose head agrees with what follows it, so that varying it gets deeper."""
    body = data[HEADER.size :]
    reader = Reader(body, LIMITS, allow_layout)
    try:
        reader.whole()
    except wire.ProtocolError:
        return data
    sizes = reader.at, reader.buffers, reader.buffer_bytes
    memory = body[reader.at :][: reader.buffer_bytes]
    head = HEADER.pack(b"RLW1", wire.Kind.RETURNED, 7, *sizes)
    return head + body[: reader.at] + memory.ljust(reader.buffer_bytes, b"\0")


def _accept(frame: bytes) -> None:
    value = _read(frame, to_box=False)
    if value is _REFUSED:
        return
    pieces = wire.pack(wire.Kind.RETURNED, 7, value, keep_layout=False, limits=LIMITS)
    again = wire.loads(b"".join(pieces), limits=LIMITS).value
    assert exact(again) == exact(value)


def _read(frame: bytes, *, to_box: bool) -> object:
    try:
        return wire.loads(frame, limits=LIMITS, allow_layout=to_box).value
    except (wire.ProtocolError, EOFError):
        return _REFUSED
