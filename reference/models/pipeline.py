"""Why overlapping stages help without doing less work: schedules with buffers, in whole ms.

Every stage is an engine that takes the batches in order, one at a time. Between stage s and s + 1
there is a number of buffers; a batch occupies one from the start of stage s, which fills it, to
the end of stage s + 1, which empties it. Copying and computing is the case of two stages.

Source: Huang et al., "GPipe" (2019), arXiv:1811.06965 (the bubble of equal stages).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from reference.models import domain

Interval = tuple[int, int]
Schedule = list[list[Interval]]
"""schedule[batch][stage] = (start, end)."""


@dataclass(frozen=True, slots=True)
class BatchTimes:
    """When one batch is copied and computed."""

    copy: Interval
    compute: Interval


def serial_ms(n: int, copy_ms: int, compute_ms: int) -> int:
    """Return the time of n batches when nothing overlaps, n (c + k).

    Parameters
    ----------
    n : int
        Batches, >= 1.
    copy_ms, compute_ms : int
        c and k of every batch, >= 0.

    Raises
    ------
    ValueError
        An argument is out of range.
    """
    n = domain.integer("n", n, 1)
    copy_ms = domain.integer("copy_ms", copy_ms, 0)
    return n * (copy_ms + domain.integer("compute_ms", compute_ms, 0))


def copy_compute_timeline(
    n: int, copy_ms: int, compute_ms: int, buffers: int, needs_previous_output: bool
) -> list[BatchTimes]:
    """Return when each batch is copied to the device and computed there.

    Copy i starts when copy i - 1 has ended and compute i - buffers has released its buffer; if it
    needs the previous output, also when compute i - 1 has ended. Compute i starts when copy i and
    compute i - 1 have ended.

    Parameters
    ----------
    n : int
        Batches, >= 1.
    copy_ms, compute_ms : int
        c and k of every batch, >= 0.
    buffers : int
        Input buffers on the device, >= 1.
    needs_previous_output : bool
        Whether the input of a batch is made from the output of the one before.

    Raises
    ------
    ValueError
        An argument is out of range.
    """
    serial_ms(n, copy_ms, compute_ms)
    buffers = domain.integer("buffers", buffers, 1)
    # Waiting for the batch before is what a single buffer does, too.
    behind = 1 if needs_previous_output else buffers
    times: list[BatchTimes] = []
    for i in range(n):
        copied, computed = (times[-1].copy[1], times[-1].compute[1]) if times else (0, 0)
        released = times[i - behind].compute[1] if i >= behind else 0
        start = max(copied, released)
        begin = max(start + copy_ms, computed)
        times.append(BatchTimes((start, start + copy_ms), (begin, begin + compute_ms)))
    return times


def batch_finish_ms(
    n: int, copy_ms: int, compute_ms: int, buffers: int, needs_previous_output: bool
) -> list[int]:
    """Return when each batch is done, from `copy_compute_timeline`; arguments and errors as there.

    In closed form batch i ends at c + k + i·max(c, k) with two buffers or more and independent
    inputs, and at (i + 1)(c + k) otherwise.
    """
    times = copy_compute_timeline(n, copy_ms, compute_ms, buffers, needs_previous_output)
    return [batch.compute[1] for batch in times]


def steady_gain(copy_ms: int, compute_ms: int) -> float:
    """Return what serial over overlapped time approaches for many batches, (c + k) / max(c, k).

    Parameters
    ----------
    copy_ms, compute_ms : int
        c and k, >= 0 and not both 0.

    Returns
    -------
    float
        Between 1 (one of them is 0) and 2 (they are equal).

    Raises
    ------
    ValueError
        A time is negative or both are 0.
    """
    both = serial_ms(1, copy_ms, compute_ms)
    if both == 0:
        raise ValueError("copy_ms and compute_ms must not both be 0")
    return both / max(int(copy_ms), int(compute_ms))


def simulate_pipeline(times: Sequence[Sequence[int]], slots: Sequence[int]) -> Schedule:
    """Return the earliest schedule of batches through stages with limited buffers between them.

    start[b][s] = max(end[b-1][s], end[b][s-1], end[b - slots[s]][s+1]), terms that do not exist
    left out.

    Parameters
    ----------
    times : sequence of sequences of int
        times[batch][stage] >= 0; at least one batch and one stage, all batches equally long.
    slots : sequence of int, length stages - 1
        Buffers between stage s and s + 1, each >= 1.

    Returns
    -------
    list of lists of (start, end)
        Indexed as `times`, in its unit; the first batch starts at 0.

    Raises
    ------
    ValueError
        The times are not rectangular or empty, or a number is out of range.
    """
    batches = [domain.integers(f"times[{b}]", row, 0) for b, row in enumerate(times)]
    if len({len(row) for row in batches}) != 1 or not batches[0]:
        raise ValueError("times must hold at least one batch of at least one stage, all equal")
    room = domain.integers("slots", slots, 1)
    if len(room) != len(batches[0]) - 1:
        raise ValueError(f"slots must have {len(batches[0]) - 1} items, not {len(room)}")
    schedule: Schedule = []
    for b, row in enumerate(batches):
        schedule.append([])
        for s, time in enumerate(row):
            start = schedule[b - 1][s][1] if b else 0
            if s:
                start = max(start, schedule[b][s - 1][1])
            if s < len(room) and b >= room[s]:
                start = max(start, schedule[b - room[s]][s + 1][1])
            schedule[b].append((start, start + time))
    return schedule


def makespan(schedule: Sequence[Sequence[Interval]]) -> int:
    """Return when the last batch leaves the last stage, counted from 0."""
    return max(end for row in schedule for _, end in row)


def utilisation(schedule: Sequence[Sequence[Interval]]) -> list[Fraction]:
    """Return for each stage the part of the makespan in which it is busy.

    Parameters
    ----------
    schedule : as `simulate_pipeline` returns it
        At least one batch and one stage, 0 <= start <= end.

    Returns
    -------
    list of Fraction
        Between 0 and 1; all 0 where the makespan is 0, because nothing was ever busy.

    Raises
    ------
    ValueError
        The schedule is empty or not rectangular, or an interval ends before it starts.
    """
    if len({len(row) for row in schedule}) != 1 or not schedule[0]:
        raise ValueError("a schedule must hold at least one batch of at least one stage, all equal")
    if any(not 0 <= start <= end for row in schedule for start, end in row):
        raise ValueError("intervals must have 0 <= start <= end")
    total = makespan(schedule)
    busy = [sum(end - start for start, end in stage) for stage in zip(*schedule, strict=True)]
    return [Fraction(time, total) if total else Fraction(0) for time in busy]


def bubble_fraction(stages: int, micro_batches: int) -> Fraction:
    """Return the idle part of a pipeline of equally long stages, (S - 1) / (n + S - 1).

    Each stage is busy for n of the n + S - 1 stage times; the rest is filling and draining.

    Parameters
    ----------
    stages, micro_batches : int
        S and n, >= 1.

    Raises
    ------
    ValueError
        An argument is below 1.
    """
    waiting = domain.integer("stages", stages, 1) - 1
    return Fraction(waiting, domain.integer("micro_batches", micro_batches, 1) + waiting)
