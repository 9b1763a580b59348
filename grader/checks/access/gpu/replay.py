"""Whether the accesses of a launch are a valid execution: they are carried out on known values.

As for a record without threads (`access.replay`), a box is believed as far as its numbers fit
together: each read returns what was last written at that address in the order of the record, or
what stood there at first; each written value fits the array; at the end the memory is what came
back. Here no loop runs over the accesses: sorted by address, each has the write before it as its
neighbour.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.gpu.launch import DeviceArray, Launch
from grader.checks.access.log import Forged
from grader.messages import Message, say


def replay_launch(launch: Launch) -> None:
    """Demand that the accesses, carried out on the contents before, give the contents after.

    Raises
    ------
    Forged
        The record does not hold together; the sentence names the first access that does not fit.
    """
    held = _held(launch)
    wrong = ~launch.is_write & ~_same(held, launch.value)
    unfit = _unfit(launch)
    bad = wrong | unfit
    if bad.any():
        event = int(np.argmax(bad))
        raise _misfit(launch, event, float(held[event]), unfit=bool(unfit[event]))
    for number, array in enumerate(launch.arrays):
        if array.space == "global":
            _demand_end(launch, number, array)


def _held(launch: Launch) -> NDArray[np.float64]:
    """Return for each read what stands there by the accesses before; rubbish for a write."""
    last = launch.last_write
    held = launch.value[last]
    first = np.flatnonzero((last < 0) & ~launch.is_write)
    for number in np.unique(launch.number[first]):
        events = first[launch.number[first] == number]
        before = launch.arrays[number].before.reshape(-1)
        held[events] = before[launch.place[events]].astype(np.float64)
    return held


def _unfit(launch: Launch) -> NDArray[np.bool_]:
    """Return which writes are of a value that their array cannot hold."""
    unfit = np.zeros(len(launch), np.bool_)
    kinds = np.array([array.before.dtype.name for array in launch.arrays])
    for kind in np.unique(kinds):
        written = np.flatnonzero(launch.is_write & (kinds == kind)[launch.number])
        unfit[written] = ~_fits(launch.value[written], np.dtype(kind))
    return unfit


def _fits(value: NDArray[np.float64], dtype: np.dtype[np.generic]) -> NDArray[np.bool_]:
    if dtype.kind == "f":
        with np.errstate(over="ignore"):
            return _same(value.astype(dtype).astype(np.float64), value)
    limits = None if dtype.kind == "b" else np.iinfo(dtype.name)
    low, high = (0, 1) if limits is None else (limits.min, limits.max)
    # As a float64 the largest int64 is one more than it is; so is what was sent for it.
    within = (value >= float(low)) & (value <= float(high))
    fits: NDArray[np.bool_] = within & (np.floor(value) == value)
    return fits


def _demand_end(launch: Launch, number: int, array: DeviceArray) -> None:
    before, after = array.before.reshape(-1), launch.after[array.name].reshape(-1)
    events = np.flatnonzero((launch.number == number) & launch.is_write)[::-1]
    written, last = np.unique(launch.place[events], return_index=True)
    held = launch.value[events[last]]
    # What nobody wrote is compared byte by byte: as float64, a hostile box's largest array would
    # take a gigabyte.
    wrong = (before.view(np.uint8) != after.view(np.uint8)).reshape(-1, array.itemsize).any(axis=1)
    wrong[written] = ~_same(held, after[written].astype(np.float64))
    if wrong.any():
        place = int(np.argmax(wrong))
        at = int(np.searchsorted(written, place))
        ours = held[at] if at < len(written) and written[at] == place else before[place]
        where, came = array.at(place), repr(float(after[place]))
        raise Forged(say("access.end", place=where, came=came, held=repr(float(ours))), where)


def _same(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Compare bits, because -0.0 is not 0.0; a NaN is a NaN, its payload is lost on many ways."""
    same: NDArray[np.bool_] = a.view(np.int64) == b.view(np.int64)
    return same | (np.isnan(a) & np.isnan(b))


def _misfit(launch: Launch, event: int, held: float, *, unfit: bool) -> Forged:
    where, value = launch.at(event), repr(float(launch.value[event]))
    said: dict[str, str | int | Message] = {"event": event + 1, "place": where, "value": value}
    if unfit:
        kind = launch.arrays[int(launch.number[event])].before.dtype.name
        return Forged(say("access.unfit", kind=kind, **said), where)
    return Forged(say("access.read", held=repr(held), **said), where)
