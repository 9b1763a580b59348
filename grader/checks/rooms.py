"""In which box of a submission a call is made: each value of a constant has its own, and records.

Boxes share nothing, so the calls of a check may be made box by box: only those of one box have an
order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.box import wire

if TYPE_CHECKING:
    from grader.checks.backends import BoxBackend

MOST_CONSTANTS = 4
"""Values of constants whose boxes are open together; at one more, all the others are closed."""
Constant = tuple[str, Any]
"""Name and value."""


class Room(NamedTuple):
    """A kind of box.

    Attributes
    ----------
    constant
        The packed request that sets a constant in it, if any.
    traced
        Whether it is a trace box.
    """

    constant: bytes = b""
    traced: bool = False


BASE = Room()


class Series(NamedTuple):
    """Packed calls in the order in which they are made, and the room of each."""

    calls: tuple[bytes, ...]
    rooms: tuple[Room, ...]
    lasting: bool = False
    """Whether they are those of a script, the same for each submission."""


def setting(name: str, value: object) -> bytes:
    """Return the packed request that sets a constant."""
    request = {"name": name, "value": value}
    return b"".join(wire.pack(wire.Kind.SET, 0, request, keep_layout=True))


def constant_of(request: bytes) -> Constant:
    """Return what a request of `setting` sets."""
    value = wire.loads(request, allow_layout=True).value
    assert isinstance(value, dict)
    return value["name"], value["value"]


def constants(rooms: Iterable[Room]) -> set[bytes]:
    """Return the requests that set what is set in these rooms."""
    return {room.constant for room in rooms if room.constant}


def by_room(series: Series) -> Iterator[tuple[Room, list[int]]]:
    """Yield each room of a series, and the positions of its calls."""
    places: dict[Room, list[int]] = {}
    for at, room in enumerate(series.rooms):
        places.setdefault(room, []).append(at)
    yield from places.items()


def part(series: Series, room: Room) -> tuple[bytes, ...]:
    """Return the calls of a series that are made in a room."""
    pairs = zip(series.calls, series.rooms, strict=True)
    return tuple(call for call, where in pairs if where == room)


def played(backend: BoxBackend, series: Series, cpu_s: float, most_bytes: int) -> tuple[bytes, ...]:
    """Make the calls of a series, each in its room; return the answers, none if one is missing.

    Parameters
    ----------
    cpu_s, most_bytes
        As `BoxBackend.play` takes them.
    """
    answers = [b""] * len(series.calls)
    for room, places in by_room(series):
        came = backend.at(room).play(_chosen(series.calls, places), cpu_s, most_bytes)
        most_bytes -= sum(map(len, came))
        if len(came) < len(places):
            return ()
        for at, answer in zip(places, came, strict=True):
            answers[at] = answer
    return tuple(answers)


def _chosen(calls: Sequence[bytes], places: Sequence[int]) -> tuple[bytes, ...]:
    return tuple(calls[at] for at in places)
