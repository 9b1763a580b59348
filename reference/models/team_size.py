"""When more workers stop helping: T = max W/r + P c + (P - 1).

The formula behind `team` with one number for a message: the slowest worker sets the pace, the P
partial sums arrive one after another at c each, and P - 1 additions of one unit merge them. Work
counts additions from 0, so W items are W additions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from reference.models import domain


def team_time(work: Sequence[int], rate: Sequence[float], comm: float) -> float:
    """Return the time of a team, max_i W_i/r_i + P c + (P - 1), also for P = 1.

    Parameters
    ----------
    work : sequence of int, length P >= 1
        Additions of each worker, >= 0.
    rate : sequence of float, length P
        Additions that each worker does in one unit of time, > 0.
    comm : float
        c >= 0, time of one message.

    Raises
    ------
    ValueError
        There is no worker, the lengths differ, or a number is out of range or not finite.
    """
    workers = domain.same_length(1, work=work, rate=rate)
    return _slowest(work, rate) + workers * domain.real("comm", comm, low=0) + (workers - 1)


def break_even_comm(work: Sequence[int], rate: Sequence[float], baseline: float) -> float:
    """Return the message time at which the team takes as long as `baseline`.

    c = (baseline - max_i W_i/r_i - (P - 1)) / P. Negative where the team loses even with free
    messages.

    Parameters
    ----------
    work, rate : sequences of length P >= 1
        As in `team_time`.
    baseline : float
        Time to compare with, such as that of a single worker without messages.

    Raises
    ------
    ValueError
        There is no worker, the lengths differ, or a number is out of range or not finite.
    """
    workers = domain.same_length(1, work=work, rate=rate)
    left = domain.real("baseline", baseline) - _slowest(work, rate) - (workers - 1)
    return left / workers


def even_team_time(total: int, workers: int, comm: float) -> Fraction:
    """Return the exact time of P equal workers of rate 1, ⌈total/P⌉ + P c + (P - 1).

    A single worker has nobody to talk to and nothing to merge: it takes `total`.

    Parameters
    ----------
    total : int
        Additions, >= 1; the largest share of an even split is ⌈total/P⌉.
    workers : int
        P >= 1.
    comm : float
        c >= 0, time of one message.

    Raises
    ------
    ValueError
        A number is out of range or not finite.
    """
    total, workers = domain.integer("total", total, 1), domain.integer("workers", workers, 1)
    message = domain.exact("comm", comm, low=0)
    if workers == 1:
        return Fraction(total)
    return -(-total // workers) + workers * message + (workers - 1)


def best_team_size(total: int, comm: float, max_workers: int) -> int:
    """Return the number of workers that is fastest by `even_team_time`, the smallest on ties.

    Parameters
    ----------
    total, comm
        As in `even_team_time`.
    max_workers : int
        Largest team allowed, >= 1.

    Raises
    ------
    ValueError
        A number is out of range or not finite.
    """
    total = domain.integer("total", total, 1)
    # Beyond one addition each, another worker shortens nothing and costs a message and a merge.
    largest = min(domain.integer("max_workers", max_workers, 1), total)
    return min(range(1, largest + 1), key=lambda workers: even_team_time(total, workers, comm))


def _slowest(work: Sequence[int], rate: Sequence[float]) -> float:
    loads = domain.integers("work", work, 0)
    return max(
        load / speed for load, speed in zip(loads, domain.reals("rate", rate, above=0), strict=True)
    )
