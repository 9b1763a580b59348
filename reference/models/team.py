"""How long a team adds numbers: unequal work, unequal speed, and the talking afterwards.

A round has three parts that a single total hides. Everyone works until the slowest is done, which
leaves the others idle; then every worker reports and gets a confirmation, one after another; then
the P partial sums are merged by P - 1 additions. Work is counted in additions, rates in additions
for each unit of time, and times are exact fractions of that unit.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict

from reference.models import domain


@dataclass(frozen=True, slots=True)
class Span:
    """What one worker does for a while."""

    worker: int
    kind: str
    """One of "work", "idle", "report", "confirm", "merge"."""
    start: Fraction
    end: Fraction


class RoundReport(TypedDict):
    """One round, from the first addition to the last merge."""

    finish: list[Fraction]
    """When each worker has done its own additions, W_i / r_i."""
    all_done: Fraction
    idle: list[Fraction]
    """How long each worker waits for the slowest."""
    comm: int
    """The reports alone, P · report."""
    gap: int
    """From `all_done` to the end: reports, confirmations and merges."""
    total: Fraction


def self_schedule_spans(chunks: Sequence[int], rates: Sequence[int]) -> list[Span]:
    """Return who does each chunk and when, if whoever is free first takes the next one.

    Parameters
    ----------
    chunks : sequence of int
        Work of each chunk, >= 0, in the order in which they are taken.
    rates : sequence of int, length P >= 1
        Work that each worker does in one unit of time, >= 1. Ties go to the lowest worker.

    Returns
    -------
    list of Span
        One a chunk, of kind "work".

    Raises
    ------
    ValueError
        There is no worker, or a number is out of range.
    """
    speeds = _rates(rates)
    # Already a heap: all are free at 0, in the order of their numbers.
    free = [(Fraction(0), worker) for worker in range(len(speeds))]
    spans = []
    for chunk in domain.integers("chunks", chunks, 0):
        start, worker = free[0]
        end = start + Fraction(chunk, speeds[worker])
        heapq.heapreplace(free, (end, worker))
        spans.append(Span(worker, "work", start, end))
    return spans


def self_schedule(chunks: Sequence[int], rates: Sequence[int]) -> list[int]:
    """Return the owner of each chunk; arguments and errors as in `self_schedule_spans`."""
    return [span.worker for span in self_schedule_spans(chunks, rates)]


def self_schedule_finish(chunks: Sequence[int], rates: Sequence[int]) -> list[Fraction]:
    """Return when each worker has done its last chunk, 0 for one that got none.

    Arguments and errors as in `self_schedule_spans`.
    """
    finish = [Fraction(0)] * len(rates)
    for span in self_schedule_spans(chunks, rates):
        finish[span.worker] = span.end
    return finish


def round_report(
    work: Sequence[int], rates: Sequence[int], report: int, confirm: int, merge: int
) -> RoundReport:
    """Return where the time of a round goes.

    finish_i = W_i / r_i, all_done = max finish, idle_i = all_done - finish_i, comm = P · report,
    gap = P (report + confirm) + (P - 1) merge, total = all_done + gap.

    Parameters
    ----------
    work, rates : sequences of int, length P >= 1
        Additions of each worker, >= 0, and additions for each unit of time, >= 1.
    report, confirm, merge : int
        Time of one report, one confirmation and one merge, >= 0.

    Raises
    ------
    ValueError
        There is no worker, the lengths differ, or a number is out of range.
    """
    domain.same_length(work=work, rates=rates)
    speeds = _rates(rates)
    loads = domain.integers("work", work, 0)
    report, confirm, merge = _talk(report, confirm, merge)
    workers = len(speeds)
    finish = [Fraction(load, speed) for load, speed in zip(loads, speeds, strict=True)]
    all_done = max(finish)
    gap = workers * (report + confirm) + (workers - 1) * merge
    return {
        "finish": finish,
        "all_done": all_done,
        "idle": [all_done - end for end in finish],
        "comm": workers * report,
        "gap": gap,
        "total": all_done + gap,
    }


def round_spans(
    work: Sequence[int], rates: Sequence[int], report: int, confirm: int, merge: int
) -> list[Span]:
    """Return a round as spans of time without overlap, for a Gantt chart.

    Workers report in the order of their numbers, each followed by its confirmation; worker 0
    merges. Any other order takes as long. Spans of length 0 are left out. Arguments and errors as
    in `round_report`.
    """
    ends = round_report(work, rates, report, confirm, merge)
    now = ends["all_done"]
    spans = []
    for worker, finish in enumerate(ends["finish"]):
        spans.append(Span(worker, "work", Fraction(0), finish))
        spans.append(Span(worker, "idle", finish, now))
    report, confirm, merge = _talk(report, confirm, merge)
    talk = [
        (worker, *step)
        for worker in range(len(ends["finish"]))
        for step in (("report", report), ("confirm", confirm))
    ]
    talk += [(0, "merge", merge)] * (len(ends["finish"]) - 1)
    for worker, kind, length in talk:
        spans.append(Span(worker, kind, now, now + length))
        now += length
    return [span for span in spans if span.end > span.start]


def gap_is_only_communication(workers: int, confirm: int, merge: int) -> bool:
    """Decide whether the gap after the last addition holds nothing but the P reports.

    gap - comm = P · confirm + (P - 1) merge, so: confirm = 0, and merge = 0 or a single worker.

    Parameters
    ----------
    workers : int
        P >= 1.
    confirm, merge : int
        Time of one confirmation and one merge, >= 0.

    Raises
    ------
    ValueError
        A number is out of range.
    """
    workers = domain.integer("workers", workers, 1)
    _, confirm, merge = _talk(0, confirm, merge)
    return confirm == 0 and (merge == 0 or workers == 1)


def _rates(rates: Sequence[int]) -> list[int]:
    domain.same_length(1, rates=rates)
    return domain.integers("rates", rates, 1)


def _talk(report: int, confirm: int, merge: int) -> tuple[int, int, int]:
    return (
        domain.integer("report", report, 0),
        domain.integer("confirm", confirm, 0),
        domain.integer("merge", merge, 0),
    )
