"""What stopped a simulated launch, as the failure of the check; and what says nothing about it.

A box names the fault and where it happened, in plain data that is read as strictly as a launch. A
fault is the box's word, so it is only ever held against the submission; `unsupported` is our own
gap and leaves the check to a person.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from grader.checks.access.gpu.decode import demand, extent, fields_of, text
from grader.checks.access.gpu.launch import Dim3
from grader.checks.verdicts import CheckFailed, Stop
from grader.messages import Message, say
from grader.outcome import Failure, Status

NOBODY = (-1, -1, -1)
"""The block and thread of a fault that concerns no thread."""
AXES = ("block_x", "block_y", "block_z", "grid_x", "grid_y", "grid_z")
SIZES = ("threads_per_block", "shared_bytes", *AXES)
"""Parts of a launch configuration that have a largest value."""
RETURNED = "finished"
"""Where a thread is that has come to its end."""
_FIELDS = ("kernel", "kind", "block", "thread", "where", "segment", "texts")


@dataclass(frozen=True)
class Fault:
    """The first thing that went wrong in a launch."""

    kind: str
    kernel: str
    block: Dim3
    thread: Dim3
    where: str
    segment: str
    texts: tuple[str, ...]
    """What the kind needs to be told: as many as `_KINDS` says."""

    @property
    def who(self) -> Message:
        """Return the thread that it happened to; the launch where it was none."""
        if self.thread == NOBODY or self.block == NOBODY:
            return say("gpu.who_launch")
        return say("gpu.who_thread", thread=_index(self.thread), block=_index(self.block))


def fault_failure(payload: object) -> CheckFailed | Stop:
    """Return the exception that ends the check, for a fault as a box sent it.

    Returns
    -------
    CheckFailed or Stop
        WRONG with the source line; NOT_JUDGED for a construct that the simulator does not know.

    Raises
    ------
    Forged
        It is no fault of the simulator's.
    """
    fault = decode_fault(payload)
    why = _KINDS[fault.kind][1](fault)
    if fault.kind == "unsupported":
        return Stop(Status.NOT_JUDGED, why, detail=f"{fault.texts[0]}: {fault.where}")
    element = fault.texts[0] if fault.kind == "index" else ""
    return CheckFailed(Failure(why=why, where=element, traceback=_lines(fault)))


def decode_fault(payload: object) -> Fault:
    """Return the fault that a box describes. Raises Forged for anything malformed."""
    fields = fields_of(payload, _FIELDS, "fault")
    kind, texts = text(fields["kind"], "kind"), fields["texts"]
    demand(kind in _KINDS, "kind")
    demand(type(texts) is tuple and len(texts) == _KINDS[kind][0], "texts")
    return Fault(
        kind,
        text(fields["kernel"], "kernel"),
        extent(fields["block"], "block", low=-1),
        extent(fields["thread"], "thread", low=-1),
        text(fields["where"], "where"),
        text(fields["segment"], "segment"),
        tuple(text(one, "texts") for one in cast("tuple[object, ...]", texts)),
    )


def _lines(fault: Fault) -> tuple[str, ...]:
    """Return the source lines concerned: what led to it, then where it happened."""
    before = fault.texts[3] if fault.kind == "index" else ""
    other = fault.texts[2] if fault.kind == "deadlock" else ""
    lines = (before, "" if other == RETURNED else other, fault.where)
    return tuple(dict.fromkeys(line for line in lines if line))


def _index_sentence(fault: Fault) -> Message:
    element, shape, how, overflowed = fault.texts
    demand(how in ("negative", "outside"), "texts")
    said: dict[str, str | int | Message] = {"element": element, "shape": shape, "who": fault.who}
    if overflowed:
        return say("gpu.index_wrapped", **said)
    return say(f"gpu.index_{how}", **said)


def _launch_sentence(fault: Fault) -> Message:
    what, got, most = fault.texts
    if what in SIZES:
        return say("gpu.launch_size", what=say(f"gpu.size_{what}"), got=got, most=most)
    if what == "dimensions":
        return say("gpu.launch_dimensions", got=got, most=most)
    if what == "empty":
        return say("gpu.launch_empty", got=got)
    if what == "not_integer":
        return say("gpu.launch_not_integer", got=got)
    demand(what == "no_configuration", "texts")
    return say("gpu.launch_no_configuration")


def _deadlock_sentence(fault: Fault) -> Message:
    waits_for, missing, seen = fault.texts
    said: dict[str, str | int | Message] = {
        "call": waits_for,
        "missing": missing,
        "who": fault.who,
    }
    if seen == RETURNED:
        return say("gpu.fault_deadlock_returned", **said)
    return say("gpu.fault_deadlock", **said)


def _arguments_sentence(fault: Fault) -> Message:
    return say("gpu.fault_arguments", text=fault.texts[0])


def _overflow_sentence(fault: Fault) -> Message:
    return say("gpu.fault_overflow", who=fault.who, text=fault.texts[0])


def _unsupported_sentence(fault: Fault) -> Message:
    return say("gpu.fault_unsupported", construct=fault.texts[0])


_KINDS: dict[str, tuple[int, Callable[[Fault], Message]]] = {
    "index": (4, _index_sentence),
    "launch": (3, _launch_sentence),
    "deadlock": (3, _deadlock_sentence),
    "arguments": (1, _arguments_sentence),
    "overflow": (1, _overflow_sentence),
    "unsupported": (1, _unsupported_sentence),
}
"""How many texts a kind of fault has, and its sentence."""


def _index(at: Dim3) -> str:
    """Return an index as the course writes it: z only where there is one."""
    return f"({', '.join(map(str, at if at[2] else at[:2]))})"
