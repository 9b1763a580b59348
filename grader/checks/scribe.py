"""Writing down what is asked of a submission, so that it can be asked again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from grader.box import Launched, Missing, Raised, Returned, Traced, wire
from grader.box.requests import call_request, launch_request, trace_request
from grader.checks.backends import BoxBackend
from grader.checks.prompter import Request, asked, packed
from grader.checks.rooms import BASE, Room, Series, setting

MOST_CALLS = 20_000
MOST_BYTES = 64 << 20
"""Of the calls of one check, and of their answers; a check with more is judged live."""
NOBODY = 1 << 40
"""A handle that no object has: one that a check kept from another check."""


@dataclass
class Scribe:
    """Passes calls on to a backend and packs each; a backend for `Student`."""

    inner: BoxBackend
    calls: list[bytes] = field(default_factory=list)
    rooms: list[Room] = field(default_factory=list)
    """Where each call is made."""
    room: Room = BASE
    playable: bool = True
    """Whether `calls` are all that the boxes were asked."""
    handles: dict[int, int] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    slow: set[Room] = field(default_factory=set)
    """Rooms whose calls take too long to make them twice."""
    size: int = 0

    def call(
        self,
        name: str,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Returned | Raised | Missing:
        """Pass on a call of a function."""
        self._write(wire.Kind.CALL, name, lambda: asked(name, {}, args, kwargs, out, frozen))
        return self.inner.call(name, args, kwargs, out=out, frozen=frozen)

    def new(
        self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Pass on the making of an object."""
        number = len(self.calls)
        self.handles[number] = -1
        self._write(wire.Kind.NEW, name, lambda: asked(name, {}, args, kwargs, (), ()))
        reply = self.inner.new(name, args, kwargs)
        if not isinstance(reply, Returned):
            return reply
        self.handles[number] = int(reply.value)  # type: ignore[call-overload]
        return Returned(number)

    def call_method(
        self, handle: int, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Returned | Raised | Missing:
        """Pass on a call of a method."""
        where = {"handle": handle}
        self._write(wire.Kind.METHOD, "", lambda: asked(name, where, args, kwargs, (), ()))
        return self.inner.call_method(self.handles.get(handle, NOBODY), name, args, kwargs)

    def trace(
        self, name: str, kwargs: Mapping[str, Any], **options: Any
    ) -> Traced | Raised | Missing:
        """Pass on a recorded call."""
        request = partial(trace_request, name, (), kwargs, **options)
        self._write(wire.Kind.TRACE, name, request, traced=True)
        return self.inner.trace(name, kwargs, **options)

    def peak_bytes(self, name: str, kwargs: Mapping[str, Any]) -> Returned | Raised | Missing:
        """Pass on a call whose memory is counted."""
        request = partial(call_request, name, {}, (), kwargs, ())
        self._write(wire.Kind.PEAK_BYTES, name, request, traced=True)
        return self.inner.peak_bytes(name, kwargs)

    def launch(
        self, name: str, kwargs: Mapping[str, Any], **options: Any
    ) -> Launched | Raised | Missing:
        """Pass on a launch."""
        self._write(wire.Kind.LAUNCH, name, partial(launch_request, name, kwargs, **options))
        return self.inner.launch(name, kwargs, **options)

    def set(self, name: str, value: Any) -> None:
        """Pass it on; calls are made in another box from here on."""
        self.room = Room(setting(name, value))
        self.inner.set(name, value)

    def unset(self) -> None:
        """Pass it on."""
        self.room = BASE
        self.inner.unset()

    def recover(self) -> None:
        """Pass it on."""
        self.room = BASE
        self.inner.recover()

    def _write(
        self,
        kind: wire.Kind,
        name: str,
        request: Callable[[], Request],
        *,
        traced: bool = False,
    ) -> None:
        """Write down a call, unless there are too many already."""
        if name:
            self.names.add(name)
        call = packed(kind, request()) if self.playable else b""
        self.calls.append(call)
        room = self.room._replace(traced=traced)
        self.rooms.append(room)
        if traced or kind is wire.Kind.LAUNCH:
            self.slow.add(room)
        self.size += len(call)
        self.playable &= len(self.calls) <= MOST_CALLS and self.size <= MOST_BYTES
        # A method names the call that made its object, as a room counts its calls.
        self.playable &= not self.handles or self.rooms[0] == self.rooms[-1]

    def series(self) -> Series:
        """Return the calls so far."""
        return Series(tuple(self.calls), tuple(self.rooms))
