"""Many packed frames as one value: what a batch of calls and its answers travel as.

A frame holds a thousand arrays at most, and a batch may have more; as bytes of one array they are
one. Each answer is read by itself, under the limits of a frame.

Reading a frame carefully is most of what a call costs a box, and a box need not be careful: it
hears the keeper alone. So a call of plain values travels in a *short form* that Python itself
reads. The other way there is none: what a box sends is read by `read` or compared as bytes.
"""

from __future__ import annotations

import marshal
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from .frames import Kind, loads, pack
from .limits import ProtocolError

FRAME_CALLS, FRAME_BYTES = 256, 8 << 20
"""Calls, and their bytes, that go into one batch."""
SERIES_KEPT = 64
"""Series of calls whose batches are kept: more than one unit has checks."""
_SHORT = b"S"
_FORM = 2
"""The form of `marshal` that shares nothing: each value arrives by itself, as from a frame."""
_PLAIN = frozenset({type(None), bool, int, float, complex, str, bytes})


class Batch(NamedTuple):
    """Calls that go to a box in one exchange."""

    first: int
    """The number of the first call; 0 forgets the objects that were made before."""
    calls: int
    """How many there are."""
    frames: dict[str, Any]
    """The calls themselves, joined."""


def batches(calls: Sequence[bytes]) -> tuple[Batch, ...]:
    """Return packed calls in as many batches as they need; methods count from the first call."""
    return tuple(batch(part, first) for first, part in _parts(calls))


@lru_cache(SERIES_KEPT)
def kept_batches(calls: tuple[bytes, ...]) -> tuple[Batch, ...]:
    """Return the same, made once for calls that are asked of every submission."""
    return batches(calls)


def batch(calls: Sequence[bytes], first: int = 0) -> Batch:
    """Return packed calls as one batch."""
    return Batch(first, len(calls), joined([shortened(call) for call in calls]))


def joined(frames: Sequence[bytes]) -> dict[str, Any]:
    """Return packed frames as one array and where each of them ends."""
    ends = np.fromiter(accumulate(map(len, frames)), np.int64, len(frames))
    return {"calls": np.frombuffer(b"".join(frames), np.uint8), "ends": ends}


def parted(value: object, most: int) -> tuple[bytes, ...]:
    """Return the frames that `joined` joined.

    Raises
    ------
    ProtocolError
        It is no such value, or of more frames than `most`.
    """
    if type(value) is not dict or value.keys() != {"calls", "ends"}:
        raise ProtocolError("no batch")
    data, places = value["calls"], value["ends"]
    if not (_is_row(data, np.uint8) and _is_row(places, np.int64)) or len(places) > most:
        raise ProtocolError("no batch")
    ends = places.tolist()
    begins = [0, *ends][:-1]
    whole = (ends[-1] if ends else 0) == len(data)
    if not (whole and all(b <= e for b, e in zip(begins, ends, strict=True))):
        raise ProtocolError("the lengths in a batch disagree")
    memory = data.data
    return tuple(bytes(memory[b:e]) for b, e in zip(begins, ends, strict=True))


def shortened(call: bytes) -> bytes:
    """Return a packed call in the short form; itself where it has more than plain values."""
    frame = loads(call, allow_layout=True)
    if not _is_plain(frame.value):
        return call
    plain: Any = (int(frame.kind), frame.value)
    return _SHORT + marshal.dumps(plain, _FORM)


class Call(NamedTuple):
    """A call as a box reads it."""

    kind: Kind
    request: Any
    plain: bool
    """Whether it came in the short form: there is no array in it."""


def read_call(data: bytes) -> Call:
    """Return a call in either form. For the box: it believes whatever stands there."""
    if not data.startswith(_SHORT):
        frame = loads(data, allow_layout=True)
        return Call(frame.kind, frame.value, plain=False)
    number, request = marshal.loads(memoryview(data)[1:])  # noqa: S302 - the keeper wrote it
    return Call(Kind(number), request, plain=True)


def packed_answer(kind: Kind, payload: Any) -> list[memoryview | bytes]:
    """Return what `pack` returns for an answer; quickly for the one that most calls have."""
    if kind is Kind.RETURNED and payload.keys() == _FIELDS and not payload["buffers"]:
        value = payload["value"]
        form = _ANSWERS.get(type(value))
        if form is not None and form.holds(value):
            return [form.before + form.number.pack(value) + form.after]
    return [*pack(kind, 0, payload, keep_layout=False)]


class _Form(NamedTuple):
    """The frame of an answer that is one number: what stands before the number, and after it."""

    before: bytes
    number: struct.Struct
    after: bytes

    def holds(self, value: Any) -> bool:
        return type(value) is float or -(1 << 63) <= value < 1 << 63


def _form(example: float, number: str) -> _Form:
    """Return the form of answers like `example`, whose bytes must occur in its frame once."""
    answer = {"value": example, "buffers": {}}
    frame = b"".join(pack(Kind.RETURNED, 0, answer, keep_layout=False))
    before, after = frame.split(struct.pack(number, example))
    return _Form(before, struct.Struct(number), after)


_FIELDS = {"value", "buffers"}
_ANSWERS = {float: _form(-1.2345e-67, "<d"), int: _form(0x7E57_0123_4567_89AB, "<q")}


def _parts(calls: Sequence[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    first, part, size = 0, list[bytes](), 0
    for number, call in enumerate(calls):
        if part and (len(part) == FRAME_CALLS or size + len(call) > FRAME_BYTES):
            yield first, part
            first, part, size = number, [], 0
        part.append(call)
        size += len(call)
    if part:
        yield first, part


def _is_row(value: object, dtype: type[np.generic]) -> bool:
    return type(value) is np.ndarray and value.dtype == dtype and value.ndim == 1


def _is_plain(value: object) -> bool:
    """Return whether `marshal` keeps a value as it is. Not sets: their order could change."""
    if type(value) is dict:
        return all(_is_plain(part) for pair in value.items() for part in pair)
    if type(value) in (list, tuple):
        return all(map(_is_plain, value))  # type: ignore[call-overload]
    return type(value) in _PLAIN
