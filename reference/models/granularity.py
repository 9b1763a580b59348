"""How large a chunk to hand out: small ones cost scheduling, large ones leave a tail.

Consecutive items form chunks; the worker that is free first takes the next one (the lowest number
on ties) and pays a fixed overhead before it works. That is self-scheduling as in `team`, with all
rates 1. Costs and times are whole units.
"""

from __future__ import annotations

from collections.abc import Sequence

from reference.models import domain, team


def chunk_times(costs: Sequence[int], chunk: int, overhead: int) -> list[int]:
    """Return what each chunk takes its worker, overhead + Σ costs.

    Parameters
    ----------
    costs : sequence of int, length >= 1
        Time of each item, >= 0.
    chunk : int
        Items of a chunk, >= 1; the last one may have fewer.
    overhead : int
        Time to get a chunk, >= 0.

    Raises
    ------
    ValueError
        There is no item, or a number is out of range.
    """
    domain.same_length(1, costs=costs)
    times = domain.integers("costs", costs, 0)
    chunk, overhead = domain.integer("chunk", chunk, 1), domain.integer("overhead", overhead, 0)
    return [overhead + sum(times[at : at + chunk]) for at in range(0, len(times), chunk)]


def chunk_spans(costs: Sequence[int], workers: int, chunk: int, overhead: int) -> list[team.Span]:
    """Return who works on each chunk and when, for a Gantt chart.

    Parameters
    ----------
    costs, chunk, overhead
        As in `chunk_times`.
    workers : int
        Workers of equal speed, >= 1.

    Raises
    ------
    ValueError
        There is no item, or a number is out of range.
    """
    rates = [1] * domain.integer("workers", workers, 1)
    return team.self_schedule_spans(chunk_times(costs, chunk, overhead), rates)


def chunk_makespan(costs: Sequence[int], workers: int, chunk: int, overhead: int) -> int:
    """Return when the last worker is done; arguments and errors as in `chunk_spans`."""
    return max(int(span.end) for span in chunk_spans(costs, workers, chunk, overhead))


def best_chunk(costs: Sequence[int], workers: int, overhead: int) -> int:
    """Return the chunk size from 1 to the number of items that is fastest, the smallest on ties.

    Arguments and errors as in `chunk_spans`.
    """
    sizes = range(1, domain.same_length(1, costs=costs) + 1)
    return min(sizes, key=lambda chunk: chunk_makespan(costs, workers, chunk, overhead))


def idle_total(costs: Sequence[int], workers: int, chunk: int, overhead: int) -> int:
    """Return how long all workers together wait for the last one, Σ_i (makespan - finish_i).

    All chunks are there from the start, so a worker waits only at its end: the sum is workers ·
    makespan less the time of all chunks. Arguments and errors as in `chunk_spans`.
    """
    last = chunk_makespan(costs, workers, chunk, overhead)
    return int(workers) * last - sum(chunk_times(costs, chunk, overhead))
