"""How often the elements of one array were touched, and whether before they had a value."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.broken import broken
from grader.checks.access.log import AccessLog, What
from grader.checks.access.order import OP, noun
from grader.checks.compare import Hint
from grader.messages import Message, say


def counts(
    log: AccessLog,
    array: str,
    *,
    reads: int | None = None,
    writes: int | None = None,
    at_most: bool = False,
    hint: Hint = None,
) -> None:
    """Demand how often an array is read and written in all; None demands nothing, 0 is never.

    Parameters
    ----------
    at_most
        Whether less is fine.
    """
    if reads is not None:
        _total(log, array, "reads", reads, at_most, hint)
    if writes is not None:
        _total(log, array, "writes", writes, at_most, hint)


def each(
    log: AccessLog,
    array: str,
    *,
    reads: int | None = None,
    writes: int | None = None,
    hint: Hint = None,
) -> None:
    """Demand how often each element of an array is read and written; None demands nothing."""
    if reads is not None:
        _per_element(log, array, "reads", reads, hint)
    if writes is not None:
        _per_element(log, array, "writes", writes, hint)


def hoisted(log: AccessLog, array: str, *, hint: Hint = None) -> None:
    """Demand that no element is read twice: a value that an inner loop needs is kept in a local."""
    events = log.events(array, "reads")
    again = _beyond(log.place[events], log.array(array).size, 1)
    if again is not None:
        event = int(events[again])
        why = say("access.hoist", place=log.at(event), event=event + 1)
        raise broken(log, why, show=[array], event=event, hint=hint)


def written_before_read(log: AccessLog, array: str, *, hint: Hint = None) -> None:
    """Demand that no element is read before it was written: an output arrives full of rubbish."""
    reads, writes = log.events(array, "reads"), log.events(array, "writes")
    first = first_events(log.place[writes], writes, log.array(array).size, len(log))
    early = reads[first[log.place[reads]] > reads]
    if len(early):
        event = int(early[0])
        why = say("access.early", place=log.at(event), event=event + 1)
        raise broken(log, why, show=[array], event=event, hint=hint)


def inside(log: AccessLog, *, hint: Hint = None) -> None:
    """Demand that no index is negative. One beyond the end raises IndexError by itself."""
    if log.negative.any():
        event = int(np.argmax(log.negative))
        number, place = int(log.number[event]), int(log.place[event])
        shown = _as_negative(log, number, place)
        why = say("access.negative", event=event + 1, shown=shown, place=log.at(event))
        name = log.arrays[number].name
        raise broken(log, why, show=[name], event=event, got=shown, where=shown, hint=hint)


def first_events(
    places: NDArray[np.int64], events: NDArray[np.int64], size: int, never: int
) -> NDArray[np.int64]:
    """Return for each place the first of `events` that touched it, `never` where none did."""
    first = np.full(size, never, np.int64)
    # Of several values for one place, NumPy keeps the last.
    first[places[::-1]] = events[::-1]
    return first


def last_events(
    places: NDArray[np.int64], events: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """Return for each place the last of `events` that touched it, -1 where none did."""
    last = np.full(size, -1, np.int64)
    last[places] = events
    return last


def _total(log: AccessLog, array: str, what: What, want: int, at_most: bool, hint: Hint) -> None:
    events = log.events(array, what)
    got = len(events)
    if got == want or (at_most and got < want):
        return
    said: dict[str, str | int | Message] = {"name": array, "what": noun(what), "got": got}
    event = int(events[want]) if got > want else None
    if want == 0 and event is not None:
        why = say("access.never", place=log.at(event), event=event + 1, **said)
    elif at_most:
        why = say("access.at_most", want=want, **said)
    else:
        why = say("access.count", want=want, **said)
    raise broken(log, why, show=[array], event=event, got=str(got), want=str(want), hint=hint)


def _per_element(log: AccessLog, array: str, what: What, want: int, hint: Hint) -> None:
    events = log.events(array, what)
    home = log.array(array)
    times = np.bincount(log.place[events], minlength=home.size)
    if (times == want).all():
        return
    beyond = _beyond(log.place[events], home.size, want)
    event = None if beyond is None else int(events[beyond])
    place = int(np.argmax(times < want)) if event is None else int(log.place[event])
    why = say(
        "access.each", place=home.at(place), what=noun(what), got=int(times[place]), want=want
    )
    raise broken(
        log,
        why,
        show=[array],
        event=event,
        expected=(array, place, OP[what]) if event is None else None,
        got=str(int(times[place])),
        want=str(want),
        where=home.at(place),
        hint=hint,
    )


def _beyond(places: NDArray[np.int64], size: int, most: int) -> int | None:
    """Return the first position at which a place has come more than `most` times."""
    if len(places) <= most or np.bincount(places, minlength=size).max() <= most:
        return None
    # Sorted by place and, within one, by time: its access number `most` is the first too many.
    by_place = np.argsort(places, kind="stable")
    ordered = places[by_place]
    too_many = ordered[most:] == ordered[: len(ordered) - most]
    return int(by_place[most:][too_many].min())


def _as_negative(log: AccessLog, number: int, place: int) -> str:
    """Return the element with one index negative, as it was probably written.

    The record keeps where the access went. Of the ways to write it the one nearest to 0 is shown:
    `A[-1, 0]` for the last row.
    """
    array = log.arrays[number]
    index = array.index(place)
    below = [i - n for i, n in zip(index, array.shape, strict=True)]
    axis = int(np.argmax(below))
    return f"{array.name}{[below[a] if a == axis else i for a, i in enumerate(index)]}"
