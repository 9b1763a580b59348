"""Whether two threads touch one element, one of them writing, with nothing that orders them.

What orders two threads: a barrier between them, if they are in one block; `syncwarp`, if they are
in one warp. Two atomic operations may meet. Blocks are ordered by nothing but atomic operations by
which one hands over to the other (`handed_over`); that is asked of what is left in the end.

Two accesses are unordered in exactly one of three ways: by different blocks (global memory only);
in one block between the same barriers, by different warps; or in one warp between the same
`syncwarp`s as well, by different threads. Each time the question is the same: within a group of
accesses to one element, do two of different owners meet? `_first_meeting` answers it in one pass
over sorted columns, where comparing all pairs would take n² steps.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.gpu.handed_over import HandedOver, is_ordered
from grader.checks.access.gpu.launch import WARP, Launch, Space, starts_of
from grader.checks.access.gpu.requests import site_of, warp_picture
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed, Stop
from grader.messages import Message, say
from grader.outcome import Failure, Status, Text

Int64s = NDArray[np.int64]
Bools = NDArray[np.bool_]
PAIR_STEPS, MOST_STEPS = 1000, 20_000_000
"""A pair costs as much as looking at a thousand atomic operations; in all about a second."""


def races(launch: Launch, space: Space | None = None, *, hint: Hint = None) -> None:
    """Demand that no two threads touch one element unordered, where one of them writes it.

    Parameters
    ----------
    space
        "shared" or "global": look at this memory only; None looks at both.

    Raises
    ------
    Stop
        There are too many pairs of accesses that atomic operations may order (NOT_JUDGED).
    """
    meetings = [
        _meetings(launch, events, group, owner)
        for events, group, owner in _questions(launch, space)
    ]
    race = _first_race(launch, np.unique(np.concatenate([np.zeros(0, np.int64), *meetings])))
    if race is not None:
        raise _race(launch, *race, hint)


def _questions(launch: Launch, space: Space | None) -> Iterator[tuple[Int64s, Bools, Int64s]]:
    """Yield accesses in groups, where each group begins, and the owner of each access.

    A race is two accesses of one group with different owners.
    """
    events = _contested(launch, launch.by_address)
    shared = events[launch.is_shared[events]]
    others = events[~launch.is_shared[events]]
    has_syncwarp = bool(launch.warp_epoch.any())
    if space != "global":
        # One block touches it, and within a block the record goes barrier by barrier.
        yield from _within_blocks(launch, shared, has_syncwarp)
    if space != "shared" and len(others):
        address = launch.address[others]
        yield others, starts_of(address), launch.block_number[others].astype(np.int64)
        keys = (launch.epoch[others], launch.block_number[others], address)
        yield from _within_blocks(launch, others[np.lexsort(keys)], has_syncwarp)


def _within_blocks(
    launch: Launch, events: Int64s, has_syncwarp: bool
) -> Iterator[tuple[Int64s, Bools, Int64s]]:
    block = launch.block_number[events].astype(np.int64)
    columns = (launch.address[events], block, launch.epoch[events])
    thread = launch.thread[events].astype(np.int64)
    group = starts_of(*columns)
    if not has_syncwarp:
        yield events, group, thread
        return
    warp = thread // WARP
    yield events, group, warp
    within = (launch.warp_epoch[events], warp, np.cumsum(group))
    again = np.lexsort(within)
    yield events[again], starts_of(*(key[again] for key in within)), thread[again]


def _contested(launch: Launch, order: Int64s) -> Int64s:
    """Return the accesses to elements that are written and have more than one thread."""
    if not len(order):
        return order
    who = launch.block_number[order].astype(np.int64) * launch.threads + launch.thread[order]
    begins = starts_of(launch.address[order])
    starts = np.flatnonzero(begins)
    several = np.minimum.reduceat(who, starts) != np.maximum.reduceat(who, starts)
    several &= np.logical_or.reduceat(launch.is_write[order], starts)
    chosen: Int64s = order[several[np.cumsum(begins) - 1]]
    return chosen


def _meetings(launch: Launch, events: Int64s, group: Bools, owner: Int64s) -> Int64s:
    """Return the accesses that meet an earlier one of another owner in their group.

    Parameters
    ----------
    events
        Accesses by group and, in each, as they happened.
    group
        Where a group begins.
    owner
        Whoever cannot race with himself.
    """
    write, atomic = launch.is_write[events], launch.is_atomic[events]
    plain = ~atomic
    meets = np.zeros(len(events), np.bool_)
    # What an access must not meet: a plain write nothing, a plain read writes, an atomic what is
    # not atomic, and of that a read only if it writes itself.
    for kind, against in (
        (plain & write, np.ones(len(events), np.bool_)),
        (plain & ~write, write),
        (atomic & write, plain),
        (atomic & ~write, plain & write),
    ):
        if kind.any():
            meets |= kind & _has_other(group, owner, against)
    return events[meets]


def _has_other(group: Bools, owner: Int64s, member: Bools) -> Bools:
    """Return where an earlier `member` of the same group has another owner.

    It has if the least or the greatest owner so far is another one. Groups are told apart by adding
    more than any owner for each, so that a running maximum starts anew.
    """
    span = int(owner.max(initial=0)) + 2
    floor = np.cumsum(group) * span
    most = np.maximum.accumulate(floor + np.where(member, owner + 1, 0)) - floor
    least = np.maximum.accumulate(floor + np.where(member, span - 1 - owner, 0)) - floor
    other: Bools = (most > 0) & ((most != owner + 1) | (least != span - 1 - owner))
    return other


def _first_race(launch: Launch, seconds: Int64s) -> tuple[int, int] | None:
    """Return the first of some accesses that races, behind the last one that it races with."""
    if not len(seconds):
        return None
    handed_over, steps = HandedOver(launch), 0
    addresses = launch.address[launch.by_address]
    for second in map(int, seconds):
        firsts = _partners(launch, addresses, second)
        if len(handed_over):
            steps += len(firsts) * (PAIR_STEPS + len(handed_over))
            if steps > MOST_STEPS:
                raise Stop(Status.NOT_JUDGED, say("gpu.race_too_many"))
            firsts = firsts[~handed_over.orders(firsts, second)]
        if len(firsts):
            return int(firsts[-1]), second
    return None


def _partners(launch: Launch, addresses: Int64s, second: int) -> Int64s:
    """Return the accesses before `second` that meet it with no barrier between, in order.

    Parameters
    ----------
    addresses
        Those of all accesses, ascending.
    """
    address = launch.address[second]
    first, last = np.searchsorted(addresses, (address, address + 1))
    before = launch.by_address[first:last]
    before = before[before < second]
    meets = launch.is_write[before] | launch.is_write[second]
    meets &= ~(launch.is_atomic[before] & launch.is_atomic[second])
    chosen: Int64s = before[meets & ~is_ordered(launch, before, second)]
    return chosen


def _race(launch: Launch, first: int, second: int, hint: Hint) -> CheckFailed:
    thread, other = (launch.thread_index(int(launch.thread[e])) for e in (first, second))
    block, other_block = (int(launch.block_number[e]) for e in (first, second))
    said: dict[str, str | int | Message] = {
        "place": launch.at(second),
        "thread": thread,
        "other": other,
        "block": launch.block_index(block),
        "did": say(f"gpu.did_{_deed(launch, first)}"),
        "then": say(f"gpu.did_{_deed(launch, second)}"),
    }
    if block == other_block:
        why = say("gpu.race", **said)
    else:
        why = say("gpu.race_blocks", other_block=launch.block_index(other_block), **said)
    return CheckFailed(
        Failure(
            why=why,
            where=launch.at(second),
            hint=None if hint is None else Text(*hint),
            traceback=tuple(dict.fromkeys(site_of(launch, e).where for e in (first, second))),
            picture=warp_picture(launch, np.array([first, second]), 1),
        )
    )


def _deed(launch: Launch, event: int) -> str:
    return "writes" if launch.is_write[event] else "reads"
