"""How often an array has to be fetched into a small cache: the traffic of a method, counted.

The cache is the one of the course: fully associative, whatever was used longest ago leaves, a
write fetches too. Lines hold one element unless told otherwise, so that where an array lies in
memory does not matter. A tiled GEMM meets its model from 4T² + 2T lines on, and from 5T² in any
order within a block; with 3T² lines LRU evicts a row of C between two steps of k and
correct code would cost up to 1.8 times as much.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.broken import broken
from grader.checks.access.log import AccessLog
from grader.checks.compare import Hint
from grader.messages import say

NO_LIMIT = -1


def misses(
    log: AccessLog,
    lines: int,
    limits: Mapping[str, int],
    *,
    line_elems: int = 1,
    hint: Hint = None,
) -> None:
    """Demand that an LRU cache of `lines` lines fetches each array at most so often.

    All arrays of the record share the cache, those without a limit too. The array that passes its
    limit first is named.
    """
    allowed = np.full(len(log.arrays), NO_LIMIT, np.int64)
    for name, limit in limits.items():
        if limit < 0:
            raise ValueError(f"the limit of {name} must be at least 0, not {limit}")
        allowed[log.numbered(name)] = limit
    got, passed = _counted(log, lines, line_elems, allowed)
    if (passed < 0).all():
        return
    number = int(np.argmin(np.where(passed < 0, len(log), passed)))
    array, event = log.arrays[number], int(passed[number])
    why = say(
        "access.misses",
        name=array.name,
        got=int(got[number]),
        limit=int(allowed[number]),
        lines=lines,
        place=log.at(event),
        event=event + 1,
    )
    raise broken(
        log,
        why,
        show=[array.name],
        event=event,
        got=str(int(got[number])),
        want=f"<= {int(allowed[number])}",
        hint=hint,
    )


def count_misses(log: AccessLog, lines: int, *, line_elems: int = 1) -> dict[str, int]:
    """Return how often an LRU cache of `lines` lines fetches each array, from an empty cache."""
    allowed = np.full(len(log.arrays), NO_LIMIT, np.int64)
    got, _ = _counted(log, lines, line_elems, allowed)
    return {array.name: int(n) for array, n in zip(log.arrays, got, strict=True)}


def _counted(
    log: AccessLog, lines: int, line_elems: int, allowed: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    if lines < 1 or line_elems < 1:
        raise ValueError(f"a cache has lines, not {lines} of {line_elems} elements")
    from grader.checks.access import kernels

    spans = [-(-array.size // line_elems) for array in log.arrays]
    starts = np.cumsum([0, *spans], dtype=np.int64)
    got, passed = kernels.count_misses(
        log.number, log.place, starts[:-1], line_elems, lines, int(starts[-1]), allowed
    )
    return got, passed
