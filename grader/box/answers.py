"""What a box may answer, as frozen records, decoded strictly from what it sent.

A frame has already been read by `wire`, so it is plain data of bounded size. Here each payload is
checked for exactly the shape its kind has; anything else is a `wire.ProtocolError`, because only
code that took the box over can have sent it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from grader.box import wire
from grader.box.limits import Over
from grader.box.wire.memory import layout_of
from grader.messages import Message, say
from grader.outcome import Status

_TEXT_CHARS = 4000
_LINES = 20
_LIBRARY_CHARS = 80
_ELF = b"\x7fELF"
_MOST_NUMBER = 1 << 62
"""Of bytes and handles: Python writes no number of more than 4300 digits, a record none at all."""
_LAUNCHES = 64
"""Of one call; the simulator refuses more (`inside/simt/record.py`)."""


@dataclass(frozen=True)
class CellDone:
    """The cell ran to its end."""


@dataclass(frozen=True)
class Held:
    """The arguments lie in the box, ready for calls."""


@dataclass(frozen=True)
class Ran:
    """A held call came back. Both times are the keeper's, none is the box's word."""

    wall_s: float
    """From sending the request until the answer was there."""
    cpu_s: float
    """What all threads of the box used meanwhile, and until it could be read."""


@dataclass(frozen=True)
class Missing:
    """The submission has no such name."""

    name: str


@dataclass(frozen=True)
class Returned:
    """The call came back."""

    value: object
    """What it returned; for `Box.new` the handle of the new object."""
    buffers: Mapping[str, NDArray[np.uint8]] = field(default_factory=dict)
    """The final memory of each watched array argument, as bytes: what `wire.enclosing` sent."""


@dataclass(frozen=True)
class Traced:
    """The call came back, with the record of its accesses: a claim until it is replayed."""

    codes: NDArray[np.uint64]
    """Where each access went, in order; `checks.access.log` reads them."""
    values: NDArray[np.float64]
    """What each access read or wrote."""
    after: tuple[NDArray[np.generic], ...]
    """The final contents of the array arguments, in the order of the call."""
    library: str = ""
    """The library product that was used, empty for none."""


@dataclass(frozen=True)
class Compiled:
    """The kernel was compiled. Whoever took the box over can have sent any code."""

    ptx: str
    """Its text, which tells what it takes."""
    code: bytes
    """What a GPU runs: an ELF file."""


@dataclass(frozen=True)
class Launched:
    """The call came back, with the record of each kernel launch: claims until they are replayed."""

    value: object
    """What a host function returned; None for a kernel."""
    after: tuple[NDArray[np.generic], ...]
    """The final contents of the array arguments, in the order of the call."""
    launches: tuple[Mapping[str, object], ...]
    """As the box sent them; `checks.access.gpu.launch` reads them."""
    fault: Mapping[str, object] | None = None
    """Why a launch could not go on."""
    library: str = ""
    """The library product that was used, empty for none."""


@dataclass(frozen=True)
class Raised:
    """The student's code raised an exception."""

    type_name: str
    builtin_bases: tuple[str, ...]
    """The built-in exception classes among its bases, most derived first."""
    message: str
    lines: tuple[str, ...] = ()
    """His own lines of the traceback, innermost last: `cell 3, line 5, in f: <source line>`."""
    requested_bytes: int = 0
    """The array that numpy could not allocate; 0 for any other exception."""
    over: Over | None = None
    """The limit that the exception came of, as far as the keeper could see."""

    @property
    def memory_evidence(self) -> bool:
        """Whether the keeper saw that the memory limit was reached."""
        return self.over is not None and self.over.status is Status.MEMORY_LIMIT


class BoxDied(Exception):
    """The box is gone: a limit, a crash, or a broken channel. The next check needs a new one.

    Parameters
    ----------
    status
        TIME_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, CRASHED, or FORBIDDEN for a broken channel.
    why
        The sentence for the student.
    starved
        Whether wall time ran out while hardly any CPU time was used; worth one rerun alone.
    """

    def __init__(self, status: Status, why: Message, *, starved: bool = False) -> None:
        super().__init__(f"{status}: {why.id}")
        self.status = status
        self.why = why
        self.starved = starved


class AnswerTooLarge(Exception):
    """The honest inside says that the answer does not fit a frame."""


def too_large_sentence() -> Message:
    """Return the sentence for a value that is larger than a frame may be."""
    most = wire.WireLimits()
    return say(
        "box.answer_too_large",
        megabytes=most.buffer_bytes >> 20,
        kilobytes=most.meta_bytes >> 10,
        values=most.nodes,
        depth=most.depth,
    )


def decode_raised(payload: object) -> Raised:
    """Return the exception that a RAISED frame describes."""
    fields = _mapping(payload, _RAISED_FIELDS)
    if fields["too_large"] is True:
        raise AnswerTooLarge
    bases, lines = fields["builtin_bases"], fields["lines"]
    requested = fields["requested_bytes"]
    assert isinstance(bases, tuple)
    assert isinstance(lines, tuple)
    assert isinstance(requested, int)
    texts = (fields["type_name"], fields["message"], *bases, *lines)
    _demand(all(type(t) is str and len(t) <= _TEXT_CHARS for t in texts), "text")
    _demand(len(bases) <= _LINES and len(lines) <= _LINES, "length")
    _demand(0 <= requested <= _MOST_NUMBER, "number of bytes")
    return Raised(str(texts[0]), bases, str(texts[1]), lines, requested)


def decode_returned(payload: object, watched: Mapping[str, NDArray[np.generic]]) -> Returned:
    """Return the value of a RETURNED frame, with one buffer for each of `watched`."""
    fields = _mapping(payload, {"value": None, "buffers": dict})
    buffers = fields["buffers"]
    assert isinstance(buffers, dict)
    _demand(buffers.keys() == watched.keys(), "buffers")
    for name, argument in watched.items():
        memory = buffers[name]
        fits = type(memory) is np.ndarray and memory.dtype == np.uint8
        _demand(fits and memory.shape == (_sent_bytes(argument),), "buffer")
    return Returned(fields["value"], buffers)


def decode_traced(payload: object, arrays: Sequence[NDArray[np.generic]]) -> Traced:
    """Return what a RETURNED frame says of a recorded call; `arrays` are what was sent."""
    fields = _mapping(payload, _TRACED_FIELDS)
    codes, values, after = fields["codes"], fields["values"], fields["after"]
    library = fields["library"]
    assert isinstance(codes, np.ndarray)
    assert isinstance(values, np.ndarray)
    assert isinstance(after, tuple)
    assert isinstance(library, str)
    _demand(codes.dtype == np.uint64 and values.dtype == np.float64, "record")
    _demand(codes.ndim == 1 and codes.shape == values.shape, "record")
    _demand(len(library) <= _LIBRARY_CHARS, "record")
    _demand_contents(after, arrays)
    return Traced(codes, values, after, library)


def decode_launched(payload: object, arrays: Sequence[NDArray[np.generic]]) -> Launched:
    """Return what a RETURNED frame says of launches; `arrays` are what was sent."""
    fields = _mapping(payload, _LAUNCHED_FIELDS)
    after, launches, fault = fields["after"], fields["launches"], fields["fault"]
    library = fields["library"]
    assert isinstance(after, tuple)
    assert isinstance(launches, tuple)
    assert isinstance(library, str)
    _demand(len(library) <= _LIBRARY_CHARS and len(launches) <= _LAUNCHES, "record")
    _demand(all(type(launch) is dict for launch in launches), "launch")
    _demand(fault is None or type(fault) is dict, "fault")
    _demand_contents(after, arrays)
    assert fault is None or isinstance(fault, dict)
    return Launched(fields["value"], after, launches, fault, library)


def _demand_contents(after: tuple[object, ...], arrays: Sequence[NDArray[np.generic]]) -> None:
    """Demand that contents at the end have the shapes and types of what was sent."""
    _demand(len(after) == len(arrays), "record")
    for came, sent in zip(after, arrays, strict=True):
        assert isinstance(sent, np.ndarray)
        fits = type(came) is np.ndarray and came.dtype == sent.dtype.newbyteorder("<")
        _demand(fits and isinstance(came, np.ndarray) and came.shape == sent.shape, "contents")


def decode_count(payload: object) -> Returned:
    """Return the number of a RETURNED frame: a handle, or bytes of memory."""
    returned = decode_returned(payload, {})
    _demand(type(returned.value) is int and 0 <= returned.value <= _MOST_NUMBER, "count")
    return returned


def decode_compiled(payload: object) -> Compiled:
    """Return the kernel in a RETURNED frame."""
    fields = _mapping(payload, {"ptx": str, "code": bytes})
    ptx, code = fields["ptx"], fields["code"]
    assert isinstance(ptx, str)
    assert isinstance(code, bytes)
    # Anything else a driver would take for text, and compile it, outside of all walls.
    _demand(ptx.isascii() and code.startswith(_ELF), "kernel")
    return Compiled(ptx, code)


def array_arguments(
    args: Sequence[object], kwargs: Mapping[str, object], names: Sequence[str]
) -> dict[str, NDArray[np.generic]]:
    """Return the arguments called `names` ("0", "1", … by position). ValueError for no array."""
    by_name = {str(i): value for i, value in enumerate(args)} | dict(kwargs)
    watched: dict[str, NDArray[np.generic]] = {}
    for name in names:
        value = by_name.get(name)
        if not isinstance(value, np.ndarray):
            raise ValueError(f"{name!r} is no array argument of this call")
        watched[name] = value
    return watched


_TRACED_FIELDS: dict[str, type | None] = {
    "codes": np.ndarray,
    "values": np.ndarray,
    "after": tuple,
    "library": str,
}
_LAUNCHED_FIELDS: dict[str, type | None] = {
    "value": None,
    "after": tuple,
    "launches": tuple,
    "fault": None,
    "library": str,
}
_RAISED_FIELDS: dict[str, type | None] = {
    "type_name": str,
    "builtin_bases": tuple,
    "message": str,
    "lines": tuple,
    "requested_bytes": int,
    "too_large": bool,
}


def _sent_bytes(argument: NDArray[np.generic]) -> int:
    layout = layout_of(argument)
    return argument.nbytes if layout is None else layout.size


def _mapping(payload: object, kinds: Mapping[str, type | None]) -> dict[str, object]:
    _demand(type(payload) is dict, "payload")
    assert isinstance(payload, dict)
    _demand(payload.keys() == kinds.keys(), "fields")
    for name, kind in kinds.items():
        _demand(kind is None or type(payload[name]) is kind, name)
    return payload


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise wire.ProtocolError(f"an answer with a wrong {what}")
