"""Answers that came in a batch, given to a check as if it asked for them one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from grader.box import Launched, Missing, Raised, Returned, Traced, answers, wire
from grader.box.requests import call_request, launch_request, trace_request
from grader.checks.arrays import lent
from grader.checks.rooms import BASE, Room, Series, setting

Request = Mapping[str, object]
T = TypeVar("T")


class Unforeseen(BaseException):
    """The check does something else than against the model solution.

    No `Exception`: a check that catches those must not go on.
    """


@dataclass
class Prompter:
    """Answers the calls of a segment from what came back; a backend for `Student`.

    Parameters
    ----------
    series, answers
        The calls that are foreseen, and what was answered.
    known
        What the model solution answered.
    room
        Where the next call is made.
    foreseen
        Whether the answers so far are those of the model solution: then so are the calls.
    """

    series: Series
    answers: tuple[bytes, ...]
    known: tuple[bytes, ...]
    room: Room = BASE
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
        return self._answered(wire.Kind.CALL, name, {}, args, kwargs, out, frozen)

    def new(
        self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Answer the making of an object; its handle is the number of the call."""
        return self._answered(wire.Kind.NEW, name, {}, args, kwargs, (), ())

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Answer a call of a method."""
        return self._answered(wire.Kind.METHOD, name, {"handle": handle}, args, kwargs, (), ())

    def trace(
        self, name: str, kwargs: Mapping[str, Any], **options: Any
    ) -> Traced | Raised | Missing:
        """Answer a recorded call."""
        return self._answer(
            wire.Kind.TRACE,
            name,
            lambda: trace_request(name, (), kwargs, **options),
            lambda value: answers.decode_traced(value, _arrays(kwargs)),
            traced=True,
        )

    def peak_bytes(self, name: str, kwargs: Mapping[str, Any]) -> Returned | Raised | Missing:
        """Answer a call whose memory is counted."""
        return self._answer(
            wire.Kind.PEAK_BYTES,
            name,
            lambda: call_request(name, {}, (), kwargs, ()),
            answers.decode_count,
            traced=True,
        )

    def launch(
        self, name: str, kwargs: Mapping[str, Any], **options: Any
    ) -> Launched | Raised | Missing:
        """Answer a launch."""
        return self._answer(
            wire.Kind.LAUNCH,
            name,
            lambda: launch_request(name, kwargs, **options),
            lambda value: answers.decode_launched(value, _arrays(kwargs)),
        )

    def set(self, name: str, value: Any) -> None:
        """Go where this constant is set."""
        self.room = Room(setting(name, value))

    def unset(self) -> None:
        """Go where nothing is set."""
        self.room = BASE

    def recover(self) -> None:
        """Do nothing: there is no box."""

    def _answered(
        self,
        kind: wire.Kind,
        name: str,
        where: Mapping[str, object],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Returned | Raised | Missing:
        def read(value: object) -> Returned:
            if kind is wire.Kind.NEW:
                return answers.decode_count(value)
            watched = answers.array_arguments(args, kwargs, (*out, *frozen))
            return answers.decode_returned(value, watched)

        def request() -> Request:
            return asked(name, where, args, kwargs, out, frozen)

        return self._answer(kind, name, request, read)

    def _answer(
        self,
        kind: wire.Kind,
        name: str,
        request: Callable[[], Request],
        read: Callable[[object], T],
        *,
        traced: bool = False,
    ) -> T | Raised | Missing:
        self.lost = True  # until the end of this method
        if self.at == len(self.series.calls):
            raise Unforeseen
        if self.room._replace(traced=traced) != self.series.rooms[self.at]:
            raise Unforeseen
        if not self.foreseen and packed(kind, request()) != self.series.calls[self.at]:
            raise Unforeseen
        came, known = self.answers[self.at], self.known[self.at]
        self.foreseen &= came == known
        self.at += 1
        reply = _read(name, came, read)
        self.lost = False
        return reply


def asked(
    name: str,
    where: Mapping[str, object],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    out: tuple[str, ...],
    frozen: tuple[str, ...],
) -> Request:
    """Return a call as `BoxBackend` would send it."""
    sent, named = lent(args, kwargs, frozen)
    return call_request(name, where, sent, named, (*out, *frozen))


def packed(kind: wire.Kind, request: Request) -> bytes:
    """Return a request as it goes over the wire."""
    return b"".join(wire.pack(kind, 0, request, keep_layout=True))


def _arrays(kwargs: Mapping[str, Any]) -> list[np.ndarray]:
    return [value for value in kwargs.values() if isinstance(value, np.ndarray)]


def _read(name: str, came: bytes, read: Callable[[object], T]) -> T | Raised | Missing:
    """Return an answer as `Box` would; Unforeseen for one that has to be looked at live."""
    try:
        frame = wire.loads(came)
        if frame.kind is wire.Kind.MISSING:
            return Missing(name)
        if frame.kind is wire.Kind.RETURNED:
            return read(frame.value)
        raised = answers.decode_raised(frame.value)
    except (wire.ProtocolError, answers.AnswerTooLarge, EOFError):
        raise Unforeseen from None
    if frame.kind is not wire.Kind.RAISED or "MemoryError" in raised.builtin_bases:
        raise Unforeseen  # whether memory had run out is read from the kernel, at once
    return raised
