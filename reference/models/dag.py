"""Tasks that wait for tasks: work, span, and what a greedy scheduler makes of them.

Greedy means that no processor is idle while a task is ready. That alone bounds the time between
max(W/p, D) and W/p + (1 - 1/p) D, but more processors or shorter tasks may still make it slower
(Graham's anomalies), so nothing here assumes that they help. Times are whole units.

Source: R. L. Graham, "Bounds on multiprocessing timing anomalies", SIAM J. Appl. Math. 17 (1969),
416-429.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from reference.models import domain

Edge = tuple[int, int]
"""(before, after): the second task needs the result of the first."""


@dataclass(frozen=True, slots=True)
class TaskGraph:
    """A graph that was checked: no cycles, each edge once."""

    durations: list[int]
    successors: list[list[int]]
    needs: list[int]
    """How many tasks each one waits for."""
    order: list[int]
    """All tasks, each after those that it waits for."""


def work_span_dag(durations: Sequence[int], edges: Sequence[Edge]) -> tuple[int, int]:
    """Return work W = Σ durations and span D, the longest chain of tasks by time.

    Parameters
    ----------
    durations : sequence of int
        Time of each task, >= 1. No tasks give (0, 0).
    edges : sequence of (before, after)
        Task numbers from 0; the same edge may stand there twice.

    Raises
    ------
    ValueError
        A duration is below 1, a task number out of range, or tasks wait for each other in a cycle.
    """
    graph = _graph(durations, edges)
    ready = [0] * len(graph.durations)
    for task in graph.order:
        for successor in graph.successors[task]:
            ready[successor] = max(ready[successor], ready[task] + graph.durations[task])
    return sum(graph.durations), makespan(graph.durations, ready)


def greedy_schedule(durations: Sequence[int], edges: Sequence[Edge], p: int) -> list[int]:
    """Return the start of each task when ready tasks start by increasing number on free processors.

    Non-preemptive and without barriers: a task is ready at the moment when the last task that it
    needs ends, and that task's processor is free at the same moment.

    Parameters
    ----------
    durations, edges
        As in `work_span_dag`.
    p : int
        Processors, >= 1.

    Raises
    ------
    ValueError
        p is below 1, or as in `work_span_dag`.
    """
    p = domain.integer("p", p, 1)
    graph = _graph(durations, edges)
    needs, starts = list(graph.needs), [0] * len(graph.durations)
    ready = [task for task, count in enumerate(needs) if count == 0]  # sorted, so it is a heap
    running: list[tuple[int, int]] = []
    now = 0
    while ready or running:
        while ready and len(running) < p:
            task = heapq.heappop(ready)
            starts[task] = now
            heapq.heappush(running, (now + graph.durations[task], task))
        now = running[0][0]
        while running and running[0][0] == now:
            _, done = heapq.heappop(running)
            for successor in graph.successors[done]:
                needs[successor] -= 1
                if needs[successor] == 0:
                    heapq.heappush(ready, successor)
    return starts


def makespan(durations: Sequence[int], starts: Sequence[int]) -> int:
    """Return when the last task ends, 0 without tasks.

    Raises
    ------
    ValueError
        The lengths differ.
    """
    domain.same_length(durations=durations, starts=starts)
    return max((start + time for start, time in zip(starts, durations, strict=True)), default=0)


def processors(durations: Sequence[int], starts: Sequence[int]) -> list[int]:
    """Return a processor for each task of a schedule, the lowest that is free when it starts.

    As many processors are used as tasks ever run at the same time.

    Raises
    ------
    ValueError
        The lengths differ.
    """
    domain.same_length(durations=durations, starts=starts)
    chosen = [0] * len(starts)
    free_at: list[int] = []
    for task in sorted(range(len(starts)), key=lambda task: (starts[task], task)):
        free = (number for number, end in enumerate(free_at) if end <= starts[task])
        chosen[task] = next(free, len(free_at))
        if chosen[task] == len(free_at):
            free_at.append(0)
        free_at[chosen[task]] = starts[task] + durations[task]
    return chosen


def greedy_bound(work: int, span: int, p: int) -> Fraction:
    """Return the time that no greedy schedule exceeds, W/p + (1 - 1/p) D.

    Parameters
    ----------
    work, span : int
        W and D, >= 0.
    p : int
        Processors, >= 1.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    work, span = domain.integer("work", work, 0), domain.integer("span", span, 0)
    p = domain.integer("p", p, 1)
    return Fraction(work + (p - 1) * span, p)


def reduction_tree(leaves: int) -> tuple[list[int], list[Edge]]:
    """Return the additions that sum `leaves` values, as unit tasks numbered level by level.

    Neighbours are paired and an odd last value moves up unchanged, as in
    `reduction.level_rounds`. The values themselves are no tasks.

    Parameters
    ----------
    leaves : int
        Values, >= 1.

    Returns
    -------
    durations, edges
        leaves - 1 tasks of duration 1, and an edge from each sum to the sum that uses it.

    Raises
    ------
    ValueError
        `leaves` is below 1.
    """
    level: list[int | None] = [None] * domain.integer("leaves", leaves, 1)
    edges: list[Edge] = []
    tasks = 0
    while len(level) > 1:
        sums: list[int | None] = []
        for left, right in zip(level[0::2], level[1::2], strict=False):
            edges += [(operand, tasks) for operand in (left, right) if operand is not None]
            sums.append(tasks)
            tasks += 1
        level = sums + level[len(level) // 2 * 2 :]
    return [1] * tasks, edges


def _graph(durations: Sequence[int], edges: Sequence[Edge]) -> TaskGraph:
    times = domain.integers("durations", durations, 1)
    successors: list[list[int]] = [[] for _ in times]
    needs = [0] * len(times)
    pairs = {(_task(times, before), _task(times, after)) for before, after in edges}
    for before, after in sorted(pairs):
        successors[before].append(after)
        needs[after] += 1
    graph = TaskGraph(times, successors, needs, _order(successors, needs))
    if len(graph.order) < len(times):
        raise ValueError("edges must have no cycle: some tasks wait for themselves")
    return graph


def _task(durations: Sequence[int], number: int) -> int:
    return domain.integer("a task in edges", number, 0, len(durations) - 1)


def _order(successors: Sequence[Sequence[int]], needs: Sequence[int]) -> list[int]:
    """Return the tasks in the order in which they can be done; those on a cycle are missing."""
    waiting = list(needs)
    order = [task for task, count in enumerate(waiting) if count == 0]
    for task in order:  # grows while it is read
        for successor in successors[task]:
            waiting[successor] -= 1
            if waiting[successor] == 0:
                order.append(successor)
    return order
