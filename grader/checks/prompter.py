"""Answers that came in a batch, given to a check as if it asked for them one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.box import Missing, Raised, Returned, answers, wire
from grader.box.keeper import call_request
from grader.checks.arrays import lent


class Unforeseen(BaseException):
    """The check does something else than against the model solution.

    No `Exception`: a check that catches those must not go on.
    """


@dataclass
class Prompter:
    """Answers the calls of a segment from what came back; a backend for `Student`.

    Parameters
    ----------
    calls, answers
        The calls that are foreseen, packed, and what was answered.
    foreseen
        Whether the answers so far are those of the model solution: then so are the calls.
    """

    calls: tuple[bytes, ...]
    answers: tuple[bytes, ...]
    known: tuple[bytes, ...]
    at: int = 0
    foreseen: bool = True
    lost: bool = False
    """Whether something came that was not foreseen: a check may catch even `Unforeseen`."""

    def call(
        self,
        name: str,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Returned | Raised | Missing:
        """Answer a call of a function."""
        return self._answer(wire.Kind.CALL, name, {}, args, kwargs, out, frozen)

    def new(
        self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Answer the making of an object; its handle is the number of the call."""
        return self._answer(wire.Kind.NEW, name, {}, args, kwargs, (), ())

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Answer a call of a method."""
        return self._answer(wire.Kind.METHOD, name, {"handle": handle}, args, kwargs, (), ())

    def trace(self, *_: Any, **__: Any) -> Any:
        """Give up: records are made live."""
        self.lost = True
        raise Unforeseen

    peak_bytes = launch = set = trace

    def recover(self) -> None:
        """Do nothing: there is no box."""

    def _answer(
        self,
        kind: wire.Kind,
        name: str,
        where: Mapping[str, object],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Returned | Raised | Missing:
        self.lost = True  # until the end of this method
        if self.at == len(self.calls):
            raise Unforeseen
        if not self.foreseen:
            packed = packed_call(kind, name, where, args, kwargs, out, frozen)
            if packed != self.calls[self.at]:
                raise Unforeseen
        came, known = self.answers[self.at], self.known[self.at]
        self.foreseen &= came == known
        self.at += 1
        reply = _read(kind, name, came, answers.array_arguments(args, kwargs, (*out, *frozen)))
        self.lost = False
        return reply


def packed_call(
    kind: wire.Kind,
    name: str,
    where: Mapping[str, object],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    out: tuple[str, ...],
    frozen: tuple[str, ...],
) -> bytes:
    """Return a call as `BoxBackend` would send it."""
    sent, named = lent(args, kwargs, frozen)
    request = call_request(name, where, sent, named, (*out, *frozen))
    return b"".join(wire.pack(kind, 0, request, keep_layout=True))


def _read(kind: wire.Kind, name: str, came: bytes, watched: Any) -> Returned | Raised | Missing:
    """Return an answer as `Box` would; Unforeseen for one that has to be looked at live."""
    try:
        frame = wire.loads(came)
        if frame.kind is wire.Kind.MISSING:
            return Missing(name)
        if frame.kind is wire.Kind.RETURNED:
            if kind is wire.Kind.NEW:
                return answers.decode_count(frame.value)
            return answers.decode_returned(frame.value, watched)
        raised = answers.decode_raised(frame.value)
    except (wire.ProtocolError, answers.AnswerTooLarge, EOFError):
        raise Unforeseen from None
    if frame.kind is not wire.Kind.RAISED or "MemoryError" in raised.builtin_bases:
        raise Unforeseen  # whether memory had run out is read from the kernel, at once
    return raised
