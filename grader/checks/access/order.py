"""In which order the elements of one array were touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grader.checks.access.broken import broken
from grader.checks.access.log import AccessLog, What
from grader.checks.compare import Hint
from grader.messages import Message, say

OP: dict[What, Literal["R", "W"]] = {"reads": "R", "writes": "W", "accesses": "R"}
"""How an access that should have come is drawn."""


def order(
    log: AccessLog,
    array: str,
    places: ArrayLike,
    what: What = "reads",
    *,
    collapse_repeats: bool = False,
    hint: Hint = None,
) -> None:
    """Demand exactly this sequence of reads, writes or accesses to one array.

    Parameters
    ----------
    places : integers of shape (n,) or (n, ndim)
        Row-major flat places, or indices, in the order demanded.
    collapse_repeats
        Whether the same element several times in a row counts once, in both sequences: a value
        that may, but need not, be kept in a local.
    """
    want = _flat(log, array, places)
    events = log.events(array, what)
    if collapse_repeats:
        events, want = events[changes(log.place[events])], want[changes(want)]
    difference = first_difference(log.place[events], want)
    if difference is not None:
        raise _out_of_order(log, array, events, want, difference, what, hint)


def strides(
    log: AccessLog,
    array: str,
    stride: int,
    run: int,
    what: What = "reads",
    *,
    hint: Hint = None,
) -> None:
    """Demand that one array is touched in runs of `run` elements, each `stride` behind the last.

    Where a run begins is free. `strides(log, "b", stride=N, run=K)` is how i-j-k reads b: for
    fixed (i, j) down one column.
    """
    events = log.events(array, what)
    places = log.place[events]
    inside = np.arange(len(places)) % run != 0
    bad = np.flatnonzero(inside[1:] & (np.diff(places) != stride)) + 1
    if len(bad):
        event, before = int(events[bad[0]]), int(places[bad[0] - 1])
        step = int(places[bad[0]]) - before
        home = log.array(array)
        in_range = 0 <= before + stride < home.size
        why = say(
            "access.stride", place=log.at(event), before=home.at(before), step=step, stride=stride
        )
        raise broken(
            log,
            why,
            show=[array],
            event=event,
            expected=(array, before + stride, OP[what]) if in_range else None,
            got=str(step),
            want=str(stride),
            hint=hint,
        )
    if len(places) % run:
        why = say("access.run", name=array, what=noun(what), count=len(places) % run, run=run)
        raise broken(log, why, show=[array], event=int(events[-1]), hint=hint)


def first_difference(got: NDArray[np.int64], want: NDArray[np.int64]) -> int | None:
    """Return the first position where two sequences differ; the shorter one's end counts."""
    both = min(len(got), len(want))
    differ = got[:both] != want[:both]
    if differ.any():
        return int(np.argmax(differ))
    return None if len(got) == len(want) else both


def changes(places: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which accesses go to another place than the one before; the first does."""
    changed = np.ones(len(places), np.bool_)
    changed[1:] = places[1:] != places[:-1]
    return changed


def noun(what: What) -> Message:
    """Return what one access is called."""
    return say(f"access.noun_{what}")


def _out_of_order(
    log: AccessLog,
    array: str,
    events: NDArray[np.int64],
    want: NDArray[np.int64],
    at: int,
    what: What,
    hint: Hint,
) -> Exception:
    home = log.array(array)
    came = log.at(int(events[at])) if at < len(events) else ""
    wanted = home.at(int(want[at])) if at < len(want) else ""
    said: dict[str, str | int | Message] = {"name": array, "what": noun(what), "n": at + 1}
    if came and wanted:
        why = say("access.order", got=came, want=wanted, **said)
    elif came:
        why = say("access.order_long", got=came, **said)
    else:
        why = say("access.order_short", want=wanted, **said)
    return broken(
        log,
        why,
        show=[array],
        event=int(events[at]) if came else None,
        expected=(array, int(want[at]), OP[what]) if wanted else None,
        got=came,
        want=wanted,
        hint=hint,
    )


def _flat(log: AccessLog, array: str, places: ArrayLike) -> NDArray[np.int64]:
    home = log.array(array)
    flat = np.asarray(places, np.int64)
    if flat.ndim == 2 and flat.shape[1] == len(home.shape):
        axes: Sequence[NDArray[np.int64]] = list(flat.T)
        flat = np.ravel_multi_index(tuple(axes), home.shape).astype(np.int64)
    if flat.ndim != 1:
        raise ValueError(f"places of {array} have shape {flat.shape}")
    if flat.size and (flat.min() < 0 or flat.max() >= home.size):
        raise ValueError(f"a place is outside {array}, which has {home.size} elements")
    return flat
