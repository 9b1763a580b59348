"""Whether a record is a valid execution: it is carried out again on values that we know.

A box can send any numbers. They are believed only as far as they fit together: each read returns
what was last written there, or what we sent; each written value fits the array; what we only lent
was not written; and at the end the memory is what came back. A record that passes describes a
sequence of accesses which, carried out, leads from the contents before to the contents after. It
does not say that the student's code looked at what it read: that is judged by the verbs, on what
was read when.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.log import AccessLog, Array, Columns, Forged, decode
from grader.messages import Message, say

Contents = Mapping[str, NDArray[np.generic]]


def replayed(
    arrays: Sequence[Array],
    codes: object,
    values: object,
    after: Contents,
    out: Collection[str],
) -> AccessLog:
    """Return the log of what a box sent, decoded and replayed.

    Parameters
    ----------
    arrays
        What was sent to the box, in the order of the numbers in `codes`.
    codes, values
        The record, as `decode` takes it.
    after
        Contents at the end, by name, of the arrays that came back; at least those in `out`.
    out
        Names of the arrays that the function may write.

    Raises
    ------
    Forged
        The record does not hold together.
    """
    columns = decode(codes, values, arrays)
    replay(arrays, columns, after, out)
    return AccessLog(
        tuple(arrays),
        columns.number,
        columns.place,
        columns.is_write,
        columns.negative,
        columns.value,
        after=after,
    )


def replay(
    arrays: Sequence[Array], columns: Columns, after: Contents, out: Collection[str]
) -> None:
    """Demand that the accesses, carried out on the contents before, give the contents after.

    Arguments as in `replayed`.

    Raises
    ------
    Forged
        The record does not hold together; the sentence names the first access that does not fit.
    ValueError, TypeError
        The keeper passed contents of another shape or of a kind that cannot be recorded.
    """
    _demand_contents(arrays, after, out)
    if not len(columns):
        _demand_some(arrays, out)
    starts = np.cumsum([0, *(array.size for array in arrays)], dtype=np.int64)
    memory = np.empty(starts[-1], np.float64)
    for array, start in zip(arrays, starts, strict=False):
        memory[start : start + array.size] = array.before.reshape(-1)
    _carry_out(arrays, columns, memory, starts, out)
    for array, start in zip(arrays, starts, strict=False):
        if array.name in after:
            _demand_end(array, memory[start : start + array.size], after[array.name])


def _demand_some(arrays: Sequence[Array], out: Collection[str]) -> None:
    """Demand accesses where an output has elements; without inputs nothing can have been copied."""
    outputs = [array.name for array in arrays if array.name in out and array.size]
    inputs = [array.name for array in arrays if array.name not in out and array.size]
    if outputs:
        raise Forged(say("access.empty") if inputs else say("access.nothing", name=outputs[0]))


def _demand_contents(arrays: Sequence[Array], after: Contents, out: Collection[str]) -> None:
    if missing := set(out) - set(after):
        raise ValueError(f"the contents of {', '.join(sorted(missing))} did not come back")
    for array in arrays:
        for contents in (array.before, after.get(array.name, array.before)):
            if contents.shape != array.shape or contents.dtype != array.before.dtype:
                raise ValueError(f"{array.name} came as {contents.dtype} {contents.shape}")


def _carry_out(
    arrays: Sequence[Array],
    columns: Columns,
    memory: NDArray[np.float64],
    starts: NDArray[np.int64],
    out: Collection[str],
) -> None:
    from grader.checks.access import kernels

    held = [_kind(array.before.dtype) for array in arrays]
    event, wrong = kernels.replay(
        columns.number,
        columns.place,
        columns.is_write,
        columns.value,
        memory,
        starts,
        np.array([array.name in out for array in arrays], np.bool_),
        np.array([kind for kind, _, _ in held], np.int64),
        np.array([(low, high) for _, low, high in held], np.float64).reshape(-1, 2),
    )
    if wrong == kernels.FITS:
        return
    number, place = int(columns.number[event]), int(columns.place[event])
    where = arrays[number].at(place)
    said: dict[str, str | int | Message] = {"event": event + 1, "place": where}
    if wrong == kernels.WRITE_FORBIDDEN:
        why = say("access.input_written", name=arrays[number].name, **said)
    elif wrong == kernels.NOT_REPRESENTABLE:
        kind = str(arrays[number].before.dtype)
        why = say("access.unfit", value=repr(float(columns.value[event])), kind=kind, **said)
    else:
        held_there = repr(float(memory[starts[number] + place]))
        why = say("access.read", value=repr(float(columns.value[event])), held=held_there, **said)
    raise Forged(why, where)


def _demand_end(array: Array, ours: NDArray[np.float64], after: NDArray[np.generic]) -> None:
    theirs = np.ascontiguousarray(after.reshape(-1), np.float64)
    same = ours.view(np.int64) == theirs.view(np.int64)
    same |= np.isnan(ours) & np.isnan(theirs)
    if not same.all():
        place = int(np.argmin(same))
        where = array.at(place)
        came, held = repr(float(theirs[place])), repr(float(ours[place]))
        raise Forged(say("access.end", place=where, came=came, held=held), where)


def _kind(dtype: np.dtype[np.generic]) -> tuple[int, float, float]:
    """Return what an element of `dtype` can hold, as `kernels.replay` wants to know it."""
    from grader.checks.access.kernels import ANY_VALUE, INTEGER, SINGLE

    if dtype == np.float64:
        return ANY_VALUE, 0.0, 0.0
    if dtype == np.float32:
        return SINGLE, 0.0, 0.0
    if dtype == np.bool_:
        return INTEGER, 0.0, 1.0
    if np.issubdtype(dtype, np.integer):
        limits = np.iinfo(dtype.name)
        return INTEGER, float(limits.min), float(limits.max)
    raise TypeError(f"accesses to {dtype} are not recorded")
