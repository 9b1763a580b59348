"""Schedules against the numbers of q26 and x20, the closed forms, and the rules step by step."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.pipeline import (
    batch_finish_ms,
    bubble_fraction,
    copy_compute_timeline,
    makespan,
    serial_ms,
    simulate_pipeline,
    steady_gain,
    utilisation,
)

few = settings(max_examples=50, deadline=None)
counts = st.integers(1, 12)
times_ms = st.integers(0, 20)


@st.composite
def pipelines(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    batches, stages = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    row = st.lists(st.integers(0, 9), min_size=stages, max_size=stages)
    slots = st.lists(st.integers(1, 4), min_size=stages - 1, max_size=stages - 1)
    return draw(st.lists(row, min_size=batches, max_size=batches)), draw(slots)


def test_four_batches_of_2_and_5_ms() -> None:
    assert serial_ms(4, 2, 5) == 28
    assert batch_finish_ms(4, 2, 5, 2, False) == [7, 12, 17, 22]
    assert round(28 / 22, 3) == 1.273
    assert steady_gain(2, 5) == 1.4
    assert batch_finish_ms(4, 2, 5, 1, False)[-1] == 28
    assert batch_finish_ms(4, 2, 5, 2, True)[-1] == 28


def test_numbers_of_the_simulator() -> None:
    assert makespan(simulate_pipeline([[2, 5]] * 4, [2])) == 22
    assert makespan(simulate_pipeline([[2, 5, 3]] * 4, [2, 2])) == 25
    assert makespan(simulate_pipeline([[2, 5, 3]] * 4, [1, 1])) == 34
    assert bubble_fraction(4, 8) == Fraction(3, 11)
    assert round(float(bubble_fraction(4, 8)), 4) == 0.2727


def test_the_timeline_holds_a_copy_back_until_a_buffer_is_free() -> None:
    batches = copy_compute_timeline(4, 2, 5, 2, False)
    assert [batch.copy for batch in batches] == [(0, 2), (2, 4), (7, 9), (12, 14)]
    assert [batch.compute for batch in batches] == [(2, 7), (7, 12), (12, 17), (17, 22)]


@few
@given(counts, times_ms, times_ms, st.integers(1, 4), st.booleans())
def test_finishes_have_a_closed_form(n: int, c: int, k: int, buffers: int, dependent: bool) -> None:
    alone = dependent or buffers == 1
    want = [(i + 1) * (c + k) if alone else c + k + i * max(c, k) for i in range(n)]
    assert batch_finish_ms(n, c, k, buffers, dependent) == want
    assert want[-1] <= serial_ms(n, c, k)


@few
@given(counts, times_ms, times_ms, st.integers(1, 4), st.booleans())
def test_work_is_the_same_and_an_engine_does_one_thing_at_a_time(
    n: int, c: int, k: int, buffers: int, dependent: bool
) -> None:
    batches = copy_compute_timeline(n, c, k, buffers, dependent)
    assert sum(end - start for start, end in (batch.copy for batch in batches)) == n * c
    assert sum(end - start for start, end in (batch.compute for batch in batches)) == n * k
    for before, after in pairwise(batches):
        assert before.copy[1] <= after.copy[0]
        assert before.compute[1] <= after.compute[0]
        assert after.copy[1] <= after.compute[0]
        assert not dependent or before.compute[1] <= after.copy[0]


@few
@given(times_ms, times_ms)
def test_the_gain_is_between_1_and_2(c: int, k: int) -> None:
    if c + k == 0:
        with pytest.raises(ValueError, match="both be 0"):
            steady_gain(c, k)
        return
    gain = steady_gain(c, k)
    assert 1 <= gain <= 2
    assert (gain == 1) == (c == 0 or k == 0)
    n = 100_000
    overlapped = c + k + (n - 1) * max(c, k)
    assert math.isclose(serial_ms(n, c, k) / overlapped, gain, rel_tol=1e-4)


@few
@given(counts, times_ms, times_ms, st.integers(1, 4))
def test_two_stages_are_copy_and_compute(n: int, c: int, k: int, buffers: int) -> None:
    schedule = simulate_pipeline([[c, k]] * n, [buffers])
    assert [row[1][1] for row in schedule] == batch_finish_ms(n, c, k, buffers, False)


@few
@given(pipelines())
def test_a_schedule_keeps_every_rule(pipeline: tuple[list[list[int]], list[int]]) -> None:
    times, slots = pipeline
    schedule = simulate_pipeline(times, slots)
    for row, spent in zip(schedule, times, strict=True):
        assert [end - start for start, end in row] == spent
        assert all(before[1] <= after[0] for before, after in pairwise(row))
    for before, after in pairwise(schedule):
        assert all(one[1] <= two[0] for one, two in zip(before, after, strict=True))
    for s, room in enumerate(slots):
        for b in range(len(times)):
            filled = schedule[b][s][0]
            held = [i for i in range(b) if schedule[i][s + 1][1] > filled]
            assert len(held) < room


@few
@given(pipelines())
def test_the_makespan_is_bounded(pipeline: tuple[list[list[int]], list[int]]) -> None:
    times, slots = pipeline
    total = makespan(simulate_pipeline(times, slots))
    stages = [sum(column) for column in zip(*times, strict=True)]
    assert max(*stages, *map(sum, times), 0) <= total <= sum(map(sum, times))


@few
@given(pipelines(), st.data())
def test_more_slots_are_never_later(
    pipeline: tuple[list[list[int]], list[int]], data: st.DataObject
) -> None:
    times, slots = pipeline
    more = [slot + data.draw(st.integers(0, 3)) for slot in slots]
    before, after = simulate_pipeline(times, slots), simulate_pipeline(times, more)
    for row_before, row_after in zip(before, after, strict=True):
        assert all(a[1] <= b[1] for a, b in zip(row_after, row_before, strict=True))


@few
@given(pipelines())
def test_backwards_takes_as_long_when_slots_abound(
    pipeline: tuple[list[list[int]], list[int]],
) -> None:
    times, slots = pipeline
    many = [len(times)] * len(slots)
    backwards = [row[::-1] for row in times[::-1]]
    assert makespan(simulate_pipeline(times, many)) == makespan(simulate_pipeline(backwards, many))


@few
@given(pipelines())
def test_utilisation_is_busy_over_makespan(pipeline: tuple[list[list[int]], list[int]]) -> None:
    times, slots = pipeline
    schedule = simulate_pipeline(times, slots)
    used = utilisation(schedule)
    busy = [sum(column) for column in zip(*times, strict=True)]
    assert [part * makespan(schedule) for part in used] == busy
    assert all(0 <= part <= 1 for part in used)


@few
@given(st.integers(1, 6), st.integers(1, 8), st.integers(1, 9))
def test_the_bubble_is_what_equal_stages_waste(stages: int, batches: int, time: int) -> None:
    schedule = simulate_pipeline([[time] * stages] * batches, [1] * (stages - 1))
    slack = simulate_pipeline([[time] * stages] * batches, [2] * (stages - 1))
    used = utilisation(slack)
    assert used == [1 - bubble_fraction(stages, batches)] * stages
    assert makespan(schedule) >= makespan(slack)
    assert bubble_fraction(1, batches) == 0
    assert bubble_fraction(stages + 1, batches) > bubble_fraction(stages, batches)


def test_nothing_to_do_is_never_busy() -> None:
    assert utilisation(simulate_pipeline([[0, 0]], [1])) == [0, 0]


def test_refused() -> None:
    for call in (
        lambda: serial_ms(0, 1, 1),
        lambda: serial_ms(1, -1, 1),
        lambda: serial_ms(1, 1, -1),
        lambda: batch_finish_ms(0, 1, 1, 1, False),
        lambda: batch_finish_ms(1, 1, 1, 0, False),
        lambda: batch_finish_ms(1, 1, -1, 1, False),
        lambda: steady_gain(-1, 2),
        lambda: simulate_pipeline([], []),
        lambda: simulate_pipeline([[]], []),
        lambda: simulate_pipeline([[1, 2], [1]], [1]),
        lambda: simulate_pipeline([[1, -2]], [1]),
        lambda: simulate_pipeline([[1, 2]], []),
        lambda: simulate_pipeline([[1, 2]], [1, 1]),
        lambda: simulate_pipeline([[1, 2]], [0]),
        lambda: utilisation([]),
        lambda: utilisation([[(0, 1)], []]),
        lambda: utilisation([[(2, 1)]]),
        lambda: bubble_fraction(0, 1),
        lambda: bubble_fraction(1, 0),
    ):
        with pytest.raises(ValueError, match="must"):
            call()
