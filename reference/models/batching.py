"""Serving requests in batches: wait for the longest of the batch, or refill a slot at once.

Every slot decodes one step of one request per unit of time. Requests are taken first come first
served, at whole steps, by (arrival, position in the list). The cost of the prompt is left out.

Source: Yu et al., "Orca: A distributed serving system for transformer-based generative models"
(OSDI 2022), where the second way is called iteration-level scheduling.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from reference.models import domain

Job = tuple[int, int]
"""(arrival_step, decode_steps)."""


@dataclass(frozen=True, slots=True)
class Stay:
    """The time of one request in its slot, in steps from 0."""

    slot: int
    start: int
    done: int
    """Its last step of decoding ends here."""
    finish: int
    """It leaves the slot and its answer is returned."""


def static_schedule(jobs: Sequence[Job], slots: int) -> list[Stay]:
    """Return the stays when a batch is only replaced as a whole.

    An idle server takes up to `slots` requests that have arrived, or waits for the next arrival;
    all of them finish when the longest is done.

    Parameters
    ----------
    jobs : sequence of (arrival_step, decode_steps)
        Arrival >= 0, steps >= 1; in any order.
    slots : int
        Requests that run at the same time, >= 1.

    Returns
    -------
    list of Stay
        In the order of `jobs`.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    slots, queue = domain.integer("slots", slots, 1), _queue(jobs)
    stays: dict[int, Stay] = {}
    now = 0
    while queue:
        now = max(now, queue[0][0])
        batch = [job for job in queue[:slots] if job[0] <= now]
        end = now + max(steps for _, _, steps in batch)
        for slot, (_, index, steps) in enumerate(batch):
            stays[index] = Stay(slot, now, now + steps, end)
        queue, now = queue[len(batch) :], end
    return [stays[index] for index in range(len(stays))]


def continuous_schedule(jobs: Sequence[Job], slots: int) -> list[Stay]:
    """Return the stays when a free slot is refilled at the next step boundary.

    Each request leaves when it is done, and the next one of the queue starts as soon as it has
    arrived and a slot is free. Arguments and errors as in `static_schedule`.
    """
    # Served in order of arrival, a request never overtakes: it gets the slot that is free first.
    idle = [(0, slot) for slot in range(domain.integer("slots", slots, 1))]
    stays: dict[int, Stay] = {}
    for arrival, index, steps in _queue(jobs):
        released, slot = heapq.heappop(idle)
        start = max(arrival, released)
        stays[index] = Stay(slot, start, start + steps, start + steps)
        heapq.heappush(idle, (start + steps, slot))
    return [stays[index] for index in range(len(stays))]


def static_batching(jobs: Sequence[Job], slots: int) -> list[int]:
    """Return when each request finishes, from `static_schedule`; arguments and errors as there."""
    return [stay.finish for stay in static_schedule(jobs, slots)]


def continuous_batching(jobs: Sequence[Job], slots: int) -> list[int]:
    """Return when each request finishes, from `continuous_schedule`; else as `static_batching`."""
    return [stay.finish for stay in continuous_schedule(jobs, slots)]


def batching_metrics(jobs: Sequence[Job], finish: Sequence[int], slots: int) -> dict[str, float]:
    """Return what a schedule means for the server and for its users.

    Parameters
    ----------
    jobs : sequence of (arrival_step, decode_steps), at least one
        As in `static_schedule`.
    finish : sequence of int, as long as `jobs`
        When each finishes, >= 1.
    slots : int
        >= 1.

    Returns
    -------
    dict
        `makespan` = the last finish (int, counted from step 0), `mean_latency` = mean of finish
        minus arrival, in steps, `utilisation` = Σ decode steps / (slots · makespan).

    Raises
    ------
    ValueError
        A number is out of range, the lengths differ, or there is no job.
    """
    slots, queue = domain.integer("slots", slots, 1), _queue(jobs)
    ends = domain.integers("finish", finish, 1)
    count = domain.same_length(1, jobs=queue, finish=ends)
    makespan = max(ends)
    waited = sum(ends) - sum(arrival for arrival, _, _ in queue)
    work = sum(steps for _, _, steps in queue)
    return {
        "makespan": makespan,
        "mean_latency": waited / count,
        "utilisation": work / (slots * makespan),
    }


def _queue(jobs: Sequence[Job]) -> list[tuple[int, int, int]]:
    """Return (arrival, position, steps) in the order of service."""
    return sorted(
        (
            domain.integer(f"jobs[{i}] arrival", arrival, 0),
            i,
            domain.integer(f"jobs[{i}] steps", steps, 1),
        )
        for i, (arrival, steps) in enumerate(jobs)
    )
