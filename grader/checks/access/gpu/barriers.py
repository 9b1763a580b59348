"""Whether all threads of a block meet at the same barriers.

The simulator lets a barrier pass once every thread that still runs has come to some barrier, so
that the rest of the kernel can be judged too. A GPU promises nothing of the kind: threads that have
returned, or wait at another barrier, are missing, and the block hangs or computes something else.
"""

from __future__ import annotations

import numpy as np

from grader.checks.access.gpu.launch import SYNCTHREADS, Launch, stable_order, starts_of
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed
from grader.messages import Message, say
from grader.outcome import Failure, Text


def barriers(launch: Launch, *, hint: Hint = None) -> None:
    """Demand that every barrier is passed by all threads of the block, at the same source line.

    Raises
    ------
    ValueError
        The launch ended with a fault: whether the others would have come is not known.
    """
    if not launch.finished:
        raise ValueError("a launch that ended with a fault has no verdict about its barriers")
    run = _first_alone(launch)
    if run is not None:
        raise _divergent(launch, run, hint)


def _first_alone(launch: Launch) -> int | None:
    """Return the first run that stops at a barrier to which not all come; None where all do."""
    runs = launch.runs
    waiting = np.flatnonzero(runs.stop == SYNCTHREADS)
    waiting = waiting[stable_order(runs.block[waiting].astype(np.int64))]
    # Nobody passes a barrier before all have come, so that within a block the epochs ascend.
    starts = np.flatnonzero(starts_of(runs.block[waiting], runs.epoch[waiting]))
    if not len(starts):
        return None
    sites = runs.site[waiting]
    lengths = np.diff(starts, append=len(waiting))
    apart = np.minimum.reduceat(sites, starts) != np.maximum.reduceat(sites, starts)
    bad = (lengths != launch.threads) | apart
    return int(waiting[starts[bad]].min()) if bad.any() else None


def _divergent(launch: Launch, run: int, hint: Hint) -> CheckFailed:
    runs = launch.runs
    here = (runs.block == runs.block[run]) & (runs.epoch == runs.epoch[run])
    here &= runs.stop == SYNCTHREADS
    count = np.bincount(runs.site[here])
    site = int(np.argmax(count))
    came = here & (runs.site == site)
    absent = np.ones(launch.threads, np.bool_)
    absent[runs.thread[came]] = False
    thread = int(np.argmax(absent))
    elsewhere = np.flatnonzero(here & (runs.thread == thread))
    said: dict[str, str | int | Message] = {
        "count": int(count[site]),
        "threads": launch.threads,
        "line": launch.sites[site].line,
        **launch.who(int(runs.block[run]), thread),
    }
    lines = [launch.sites[site].where]
    if len(elsewhere):
        other = launch.sites[int(runs.site[elsewhere[0]])]
        why = say("gpu.other_barrier", other=other.line, **said)
        lines.append(other.where)
    else:
        why = say("gpu.returned_early", **said)
        lines += _last_seen(launch, int(runs.block[run]), thread)
    return CheckFailed(
        Failure(why=why, hint=None if hint is None else Text(*hint), traceback=tuple(lines))
    )


def _last_seen(launch: Launch, block: int, thread: int) -> list[str]:
    """Return the line at which a thread was seen last, if it was seen at all."""
    runs = launch.runs
    for run in np.flatnonzero((runs.block == block) & (runs.thread == thread))[::-1]:
        start = int(runs.end[run - 1]) if run else 0
        if runs.site[run] >= 0:
            return [launch.sites[int(runs.site[run])].where]
        if start < runs.end[run]:
            return [launch.sites[int(launch.site[runs.end[run] - 1])].where]
    return []
