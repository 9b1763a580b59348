"""How much a kernel moves of each array, line by line, and whether shared memory saves any."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.gpu.launch import Launch
from grader.checks.access.gpu.requests import site_of, warp_picture
from grader.checks.access.log import What
from grader.checks.access.order import noun
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed
from grader.messages import Message, say
from grader.outcome import Failure, Text

MOST_LINES = 6
"""Lines of the source that are listed; the page shows no more."""


def traffic(
    launch: Launch,
    *,
    reads: Mapping[str, int] | None = None,
    writes: Mapping[str, int] | None = None,
    at_most: bool = True,
    hint: Hint = None,
) -> None:
    """Demand how many elements of each named array are read and written, by all threads together.

    Parameters
    ----------
    reads, writes
        Array -> accesses of single threads; 0 is never.
    at_most
        Whether less is fine.
    """
    demands: tuple[tuple[What, Mapping[str, int]], ...] = (
        ("reads", reads or {}),
        ("writes", writes or {}),
    )
    for what, wanted in demands:
        for name, want in wanted.items():
            events = launch.events(name, what)
            if len(events) > want or (not at_most and len(events) < want):
                raise _too_much(launch, name, what, events, want, at_most, hint)


def uses_shared(launch: Launch, *, hint: Hint = None) -> None:
    """Demand that some thread reads from shared memory what another thread has written there."""
    shared = [array.name for array in launch.arrays if array.space == "shared"]
    reads = np.flatnonzero(launch.is_shared & ~launch.is_write & (launch.last_write >= 0))
    writer = launch.thread[launch.last_write[reads]]
    if (launch.thread[reads] != writer).any():
        return
    said: dict[str, str | int | Message] = {"kernel": launch.kernel}
    if not shared:
        raise _failed(say("gpu.shared_none", **said), hint)
    said["names"] = ", ".join(shared)
    if not launch.is_shared.any():
        raise _failed(say("gpu.shared_untouched", **said), hint)
    if not (launch.is_shared & launch.is_write).any():
        raise _failed(say("gpu.shared_unwritten", **said), hint, lines=_lines(launch, _of(launch)))
    if not len(reads):
        raise _failed(say("gpu.shared_unread", **said), hint, lines=_lines(launch, _of(launch)))
    raise _own_only(launch, int(reads[0]), hint)


def _of(launch: Launch) -> NDArray[np.int64]:
    """Return the accesses to shared memory."""
    return np.flatnonzero(launch.is_shared)


def _own_only(launch: Launch, event: int, hint: Hint) -> CheckFailed:
    written = int(launch.last_write[event])
    why = say(
        "gpu.shared_own",
        kernel=launch.kernel,
        thread=launch.thread_index(int(launch.thread[event])),
        place=launch.at(event),
    )
    lines = (site_of(launch, written).where, site_of(launch, event).where)
    picture = warp_picture(launch, np.array([written, event]), 1)
    return CheckFailed(
        Failure(
            why=why, hint=None if hint is None else Text(*hint), traceback=lines, picture=picture
        )
    )


def _too_much(
    launch: Launch,
    name: str,
    what: What,
    events: NDArray[np.int64],
    want: int,
    at_most: bool,
    hint: Hint,
) -> CheckFailed:
    got = len(events)
    said: dict[str, str | int | Message] = {
        "kernel": launch.kernel,
        "name": name,
        "what": noun(what),
        "got": got,
    }
    if not got:
        why = say("gpu.traffic_none", want=want, **said)
    elif not want:
        why = say("gpu.traffic_never", **said)
    else:
        counts = np.bincount(launch.site[events])
        most = launch.sites[int(np.argmax(counts))]
        said |= {"want": want, "segment": most.segment, "line": most.line}
        said["count"] = int(counts.max())
        if at_most:
            advice = say("gpu.traffic_share") if what == "reads" else ""
            why = say("gpu.traffic_most", advice=advice, **said)
        else:
            why = say("gpu.traffic_exact", **said)
    wanted = f"≤ {want}" if at_most and want else str(want)
    return _failed(why, hint, got=str(got), want=wanted, lines=_lines(launch, events))


def _lines(launch: Launch, events: NDArray[np.int64]) -> tuple[str, ...]:
    """Return the lines of the source that make these accesses, with how many, most first."""
    where: dict[str, int] = {}
    for site, count in enumerate(np.bincount(launch.site[events]).tolist()):
        if count:
            line = launch.sites[site].where
            where[line] = where.get(line, 0) + count
    ordered = sorted(where.items(), key=lambda item: -item[1])
    return tuple(f"{count} × {line}" for line, count in ordered[:MOST_LINES])


def _failed(
    why: Message, hint: Hint, *, got: str = "", want: str = "", lines: tuple[str, ...] = ()
) -> CheckFailed:
    text = None if hint is None else Text(*hint)
    return CheckFailed(Failure(why=why, got=got, expected=want, hint=text, traceback=lines))
