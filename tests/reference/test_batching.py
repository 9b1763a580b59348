"""Both ways to batch against the numbers of f05 and against serving step by step."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.batching import (
    Job,
    Stay,
    batching_metrics,
    continuous_batching,
    continuous_schedule,
    static_batching,
    static_schedule,
)

JOBS = [(0, 2), (0, 8), (0, 3), (0, 3), (1, 2)]
few = settings(max_examples=50, deadline=None)
job_lists = st.lists(st.tuples(st.integers(0, 15), st.integers(1, 6)), max_size=10)
slot_counts = st.integers(1, 4)


def served_stepwise(jobs: list[Job], slots: int, refill: bool) -> list[int]:
    """Return the finishes by doing one step of every active request per unit of time."""
    waiting = sorted(range(len(jobs)), key=lambda i: (jobs[i][0], i))
    left = [steps for _, steps in jobs]
    active: list[int] = []
    finish = [0] * len(jobs)
    now = 0
    while waiting or active:
        if refill or not active:
            while waiting and len(active) < slots and jobs[waiting[0]][0] <= now:
                active.append(waiting.pop(0))
        now += 1
        for i in active:
            left[i] -= 1
        done = [i for i in active if left[i] <= 0]
        if refill or len(done) == len(active):
            for i in done:
                finish[i] = now
            active = [i for i in active if i not in done]
    return finish


def test_numbers_of_the_unit() -> None:
    static, continuous = static_batching(JOBS, 2), continuous_batching(JOBS, 2)
    assert static == [8, 8, 11, 11, 13]
    assert continuous == [2, 8, 5, 8, 10]
    metrics = batching_metrics(JOBS, static, 2)
    assert (metrics["makespan"], metrics["mean_latency"]) == (13, 10.0)
    assert round(metrics["utilisation"], 3) == 0.692
    assert batching_metrics(JOBS, continuous, 2) == {
        "makespan": 10,
        "mean_latency": 6.4,
        "utilisation": 0.9,
    }


def test_the_schedule_tells_slot_and_times() -> None:
    assert static_schedule(JOBS, 2)[:3] == [Stay(0, 0, 2, 8), Stay(1, 0, 8, 8), Stay(0, 8, 11, 11)]
    assert continuous_schedule(JOBS, 2)[2] == Stay(0, 2, 5, 5)


def test_no_jobs() -> None:
    assert static_batching([], 3) == continuous_batching([], 3) == []


@few
@given(job_lists, slot_counts)
def test_both_are_what_serving_step_by_step_gives(jobs: list[Job], slots: int) -> None:
    assert static_batching(jobs, slots) == served_stepwise(jobs, slots, refill=False)
    assert continuous_batching(jobs, slots) == served_stepwise(jobs, slots, refill=True)


@few
@given(job_lists, slot_counts)
def test_refilling_is_never_later(jobs: list[Job], slots: int) -> None:
    static, continuous = static_batching(jobs, slots), continuous_batching(jobs, slots)
    for (arrival, steps), late, early in zip(jobs, static, continuous, strict=True):
        assert arrival + steps <= early <= late


@few
@given(job_lists)
def test_one_slot_leaves_nothing_to_choose(jobs: list[Job]) -> None:
    assert static_batching(jobs, 1) == continuous_batching(jobs, 1)


@few
@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(0, 3))
def test_enough_slots_for_all(lengths: list[int], spare: int) -> None:
    jobs, slots = [(0, steps) for steps in lengths], len(lengths) + spare
    assert continuous_batching(jobs, slots) == lengths
    assert static_batching(jobs, slots) == [max(lengths)] * len(lengths)


@few
@given(job_lists, slot_counts)
def test_a_slot_serves_one_request_at_a_time_and_all_work_is_done(
    jobs: list[Job], slots: int
) -> None:
    for stays in (static_schedule(jobs, slots), continuous_schedule(jobs, slots)):
        assert [stay.done - stay.start for stay in stays] == [steps for _, steps in jobs]
        assert all(stay.start >= arrival for stay, (arrival, _) in zip(stays, jobs, strict=True))
        for slot in range(slots):
            mine = sorted((stay.start, stay.finish) for stay in stays if stay.slot == slot)
            assert all(end <= start for (_, end), (start, _) in pairwise(mine))
        assert all(0 <= stay.slot < slots for stay in stays)


@few
@given(job_lists.filter(bool), slot_counts)
def test_refilling_uses_the_slots_no_less(jobs: list[Job], slots: int) -> None:
    static = batching_metrics(jobs, static_batching(jobs, slots), slots)
    continuous = batching_metrics(jobs, continuous_batching(jobs, slots), slots)
    assert static["utilisation"] <= continuous["utilisation"] <= 1
    assert continuous["mean_latency"] <= static["mean_latency"]


def test_refused() -> None:
    for call in (
        lambda: static_batching([(-1, 1)], 1),
        lambda: static_batching([(0, 0)], 1),
        lambda: static_batching([], 0),
        lambda: continuous_batching([(-1, 1)], 1),
        lambda: continuous_batching([(0, 0)], 1),
        lambda: continuous_batching([(0, 1)], 0),
        lambda: batching_metrics([], [], 1),
        lambda: batching_metrics([(0, 1)], [1, 2], 1),
        lambda: batching_metrics([(0, 1)], [0], 1),
        lambda: batching_metrics([(0, 1)], [1], 0),
        lambda: batching_metrics([(0, 0)], [1], 1),
    ):
        with pytest.raises(ValueError, match="must"):
            call()
