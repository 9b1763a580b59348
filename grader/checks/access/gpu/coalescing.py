"""Whether neighbouring threads touch neighbouring memory, so that a request needs few sectors.

`coalesced` asks for the cause and works on the smallest block; `sectors_at_most` asks for the
effect, which shows only where a row of threads is at least a sector wide (8 floats).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.gpu.launch import Launch
from grader.checks.access.gpu.requests import (
    Requests,
    by_site,
    byte_offsets,
    count_sectors,
    requests,
    site_of,
    warp_picture,
)
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed
from grader.messages import Message, say
from grader.outcome import Failure, Text


def coalesced(
    launch: Launch, name: str, *, steps: Sequence[int] = (0, 1), hint: Hint = None
) -> None:
    """Demand that what a row of threads touches together lies side by side in memory.

    Threads of a row that take no part are passed over: where only every second one writes, two
    elements each, the next that writes along with a thread lies two elements on, not one.

    Parameters
    ----------
    name
        An array in global memory, read or written.
    steps
        Elements from what a thread touches to what the next thread of its row (the same y and z)
        does that takes part. `(1,)` where each thread has its own element.
    """
    chosen = requests(launch).of(name)
    step, apart = _steps(chosen, name)
    bad = np.flatnonzero(apart & ~np.isin(step, steps))
    if not len(bad):
        return
    touched, fewest = count_sectors(chosen, name)
    in_request = chosen.request[bad]
    # The request that wastes most tells most; of equals the first.
    request = int(in_request[np.argmax(touched[in_request] - fewest[in_request])])
    lane = int(bad[np.argmax(in_request == request)] - chosen.start[request]) + 1
    raise _not_coalesced(chosen, name, request, lane, tuple(steps), hint)


def sectors_at_most(launch: Launch, name: str, *, factor: float = 2.0, hint: Hint = None) -> None:
    """Demand that no access in the source moves much more of global memory than it uses.

    Parameters
    ----------
    name
        An array in global memory.
    factor
        Sectors that may be touched for each one that the same bytes would fill side by side. Rows
        that do not begin on a sector cost one more, which is a factor of 2 at worst.
    """
    chosen = requests(launch).of(name)
    touched, fewest = count_sectors(chosen, name)
    for _, _, of_site in by_site(chosen):
        got, least = int(touched[of_site].sum()), int(fewest[of_site].sum())
        if got <= factor * least:
            continue
        request = int(of_site[np.argmax(touched[of_site] - fewest[of_site])])
        events = chosen.events(request)
        site = site_of(launch, int(events[0]))
        why = say(
            "gpu.sectors",
            segment=site.segment,
            line=site.line,
            threads=len(events),
            got=int(touched[request]),
            fewest=int(fewest[request]),
            total=got,
            least=least,
            factor=f"{factor:g}",
        )
        lane, want = _first_jump(chosen, name, request), f"≤ {factor * least:g}"
        raise _failed(chosen, why, request, lane, got=str(got), want=want, hint=hint)


def _steps(chosen: Requests, name: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return how far each access lies from the next one, in elements, and if both are of one row.

    One entry less than there are accesses.
    """
    launch = chosen.launch
    itemsize = launch.arrays[launch.numbered(name)].itemsize
    thread = launch.thread[chosen.event].astype(np.int64)
    same = np.diff(chosen.request) == 0
    same_row = np.diff(thread // launch.block[0]) == 0
    return np.diff(byte_offsets(launch, chosen.event, name)) // itemsize, same & same_row


def _not_coalesced(
    chosen: Requests, name: str, request: int, lane: int, steps: tuple[int, ...], hint: Hint
) -> CheckFailed:
    launch, events = chosen.launch, chosen.events(request)
    left, right = int(events[lane - 1]), int(events[lane])
    step, _ = _steps(chosen, name)
    jump = int(step[chosen.start[request] + lane - 1])
    site = site_of(launch, right)
    why = say(
        "gpu.coalesced",
        rule=say("gpu.coalesced_own" if steps == (1,) else "gpu.coalesced_near"),
        segment=site.segment,
        line=site.line,
        first=launch.thread_index(int(launch.thread[left])),
        second=launch.thread_index(int(launch.thread[right])),
        one=launch.at(left),
        other=launch.at(right),
        step=jump,
        cost=_cost(chosen, name, request),
        cause=_cause(launch, name, jump),
    )
    want = " / ".join(map(str, steps))
    return _failed(chosen, why, request, lane, got=str(jump), want=want, hint=hint)


def _cost(chosen: Requests, name: str, request: int) -> Message | str:
    """Return what the request costs in sectors; nothing where its few threads hide it."""
    touched, fewest = count_sectors(chosen, name)
    got, least = int(touched[request]), int(fewest[request])
    if got <= least:
        return ""
    threads = int(chosen.lanes[request])
    return say("gpu.coalesced_cost", threads=threads, got=got, fewest=least)


def _cause(launch: Launch, name: str, jump: int) -> Message | str:
    """Return what was probably confused: neighbours in x that are a row apart."""
    array = launch.arrays[launch.numbered(name)]
    if len(array.shape) == 2 and jump == array.strides[0] != array.strides[1]:
        return say("gpu.coalesced_rows", name=name)
    return ""


def _first_jump(chosen: Requests, name: str, request: int) -> int | None:
    """Return the first lane that touches neither what the lane before did nor what follows it.

    None where the request only begins at a bad place.
    """
    offsets = byte_offsets(chosen.launch, chosen.events(request), name)
    itemsize = chosen.launch.arrays[chosen.launch.numbered(name)].itemsize
    jumps = np.flatnonzero(~np.isin(np.diff(offsets), (0, itemsize)))
    return int(jumps[0]) + 1 if len(jumps) else None


def _failed(
    chosen: Requests,
    why: Message,
    request: int,
    lane: int | None,
    *,
    got: str,
    want: str,
    hint: Hint,
) -> CheckFailed:
    events = chosen.events(request)
    return CheckFailed(
        Failure(
            why=why,
            got=got,
            expected=want,
            hint=None if hint is None else Text(*hint),
            traceback=(site_of(chosen.launch, int(events[0])).where,),
            picture=warp_picture(chosen.launch, events, lane),
        )
    )
