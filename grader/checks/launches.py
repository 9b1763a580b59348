"""From what a box says about kernel launches to launches that a check can judge.

A launch that could not go on is a verdict by itself; what the simulator cannot run is nobody's
mistake (NOT_JUDGED). Every other launch is decoded, replayed, and held against what was sent.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from msgspec.structs import replace as replaced

from grader.box import Launched
from grader.checks import show
from grader.checks.verdicts import CheckFailed
from grader.messages import say
from grader.outcome import Failure, Status

if TYPE_CHECKING:
    from grader.checks.access.gpu import Launch

Arrays = Mapping[str, np.ndarray]


class Simulated(NamedTuple):
    """A host function that came back, and what it launched.

    Attributes
    ----------
    value
        What it returned.
    launches
        The kernels it launched, in order.
    """

    value: Any
    launches: tuple[Launch, ...]


def launches_of(reply: Launched) -> tuple[Launch, ...]:
    """Return the launches of an answer, decoded and replayed.

    Raises
    ------
    CheckFailed
        A launch could not go on (WRONG); a library multiplied, or a record does not hold together
        (FORBIDDEN).
    Stop
        The simulator cannot run it: NOT_JUDGED.
    """
    from grader.checks.access import gpu
    from grader.checks.access.log import Forged

    if reply.library:
        why = say("student.library", name=show.clip(reply.library, 80))
        raise CheckFailed(Failure(why=why), Status.FORBIDDEN)
    try:
        if reply.fault is not None:
            raise gpu.fault_failure(reply.fault)
        launches = gpu.decode_launches(reply.launches)
        for launch in launches:
            gpu.replay_launch(launch)
    except Forged as forged:
        raise _forged(forged) from None
    for launch in launches:
        if not launch.finished:
            why = say("launches.given_up", kernel=launch.kernel)
            raise CheckFailed(Failure(why=why))
    return launches


class Asked(NamedTuple):
    """How a check launches a kernel: the grid and block that it gives, and the order of threads."""

    grid: Sequence[int]
    block: Sequence[int]
    order: int


def as_sent(launches: tuple[Launch, ...], arrays: Arrays, asked: Asked) -> Launch:
    """Return the one launch that was asked for; its arrays have the names that the check gave them.

    Raises
    ------
    CheckFailed
        The record is of something else (FORBIDDEN).
    """
    if len(launches) != 1:
        why = say("launches.not_one", count=len(launches))
        raise CheckFailed(Failure(why=why), Status.FORBIDDEN)
    launch = launches[0]
    sizes = (*asked.grid, 1, 1)[:3], (*asked.block, 1, 1)[:3]
    if (launch.grid, launch.block, launch.order) != (*sizes, asked.order):
        why = say("launches.other_configuration")
        raise CheckFailed(Failure(why=why), Status.FORBIDDEN)
    held = [array for array in launch.arrays if array.space == "global"]
    same = len(held) == len(arrays) and all(
        array.shape == sent.shape
        and array.before.dtype == sent.dtype.newbyteorder("<")
        and _lies_as(array.strides, sent)
        and array.before.tobytes() == _plain(sent).tobytes()
        for array, sent in zip(held, arrays.values(), strict=False)
    )
    if not same:
        raise CheckFailed(Failure(why=say("launches.other_arrays")), Status.FORBIDDEN)
    names = iter(arrays)
    named = tuple(
        dataclasses.replace(array, name=next(names)) if array.space == "global" else array
        for array in launch.arrays
    )
    after = dict(zip(arrays, launch.after.values(), strict=True))
    renamed = dataclasses.replace(launch, arrays=named, after=after)
    # What was worked out for the replay does not depend on names, and costs as much as a verb.
    vars(renamed).update({k: v for k, v in vars(launch).items() if k not in vars(renamed)})
    return renamed


def demand_inputs_kept(launch: Launch, out: Collection[str]) -> None:
    """Demand that no array but those in `out` was written.

    Raises
    ------
    CheckFailed
        One was, whatever value it holds now (FORBIDDEN).
    """
    for number, array in enumerate(launch.arrays):
        if array.space == "global" and array.name not in out:
            written = np.flatnonzero((launch.number == number) & launch.is_write)
            if len(written):
                event = int(written[0])
                line = show.clip(launch.sites[int(launch.site[event])].where, 200)
                failure = Failure(
                    why=say("student.changed_input", name=array.name),
                    where=launch.at(event),
                    traceback=(line,),
                )
                raise CheckFailed(failure, Status.FORBIDDEN)


def demand_kept(arrays: Arrays, after: tuple[np.ndarray, ...], out: Collection[str]) -> None:
    """Demand that the arrays of a call are as they were sent, but for those in `out`."""
    for (name, sent), came in zip(arrays.items(), after, strict=True):
        if name not in out and _plain(sent).tobytes() != _plain(came).tobytes():
            why = say("student.changed_input", name=name)
            raise CheckFailed(Failure(why=why), Status.FORBIDDEN)


def told(failed: CheckFailed, order: int) -> CheckFailed:
    """Return a failure that says in which order the threads ran, where it was not forward."""
    if not order:
        return failed
    say_order = "launches.reverse" if order < 0 else "launches.shuffled"
    why = say(say_order, why=failed.failure.why)
    return CheckFailed(replaced(failed.failure, why=why), failed.status)


def _lies_as(strides: tuple[int, ...], sent: np.ndarray) -> bool:
    """Return whether strides, in elements, are those of an array: coalescing is judged by them."""
    steps = zip(strides, sent.strides, sent.shape, strict=True)
    # The stride of an axis with one element leads nowhere, and NumPy makes it what it likes.
    return not sent.size or all(
        mine * sent.itemsize == theirs for mine, theirs, length in steps if length > 1
    )


def _plain(array: np.ndarray) -> np.ndarray:
    """Return the elements in C order and little-endian, as they go over the wire."""
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<"))


def _forged(forged: Any) -> CheckFailed:
    return CheckFailed(Failure(why=forged.why, where=forged.where), Status.FORBIDDEN)
