"""Chunk sizes against the numbers of x10 and against a clock that ticks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.granularity import (
    best_chunk,
    chunk_makespan,
    chunk_spans,
    chunk_times,
    idle_total,
)

few = settings(max_examples=50, deadline=None)
COSTS = [2, 1, 3, 1, 4, 1, 2, 8, 1, 1, 2, 3, 1, 1, 1, 2]
cost_lists = st.lists(st.integers(0, 9), min_size=1, max_size=16)
workers = st.integers(1, 5)
chunks = st.integers(1, 20)
overheads = st.integers(0, 5)


@pytest.mark.parametrize(
    ("overhead", "times", "best"),
    [(0, (10, 10, 11, 15), 1), (1, (14, 11, 12, 16), 2), (3, (23, 17, 15, 18), 3)],
)
def test_numbers_of_the_unit(overhead: int, times: tuple[int, ...], best: int) -> None:
    assert tuple(chunk_makespan(COSTS, 4, chunk, overhead) for chunk in (1, 2, 3, 4)) == times
    assert best_chunk(COSTS, 4, overhead) == best


def finish_by_queue(costs: list[int], count: int, chunk: int, overhead: int) -> list[int]:
    """Return the finish of each worker by handing out chunks one at a time."""
    finish = [0] * count
    left = list(costs)
    while left:
        first, left = left[:chunk], left[chunk:]
        finish[finish.index(min(finish))] += overhead + sum(first)
    return finish


@few
@given(cost_lists, workers, chunks, overheads)
def test_chunks_are_taken_from_a_queue(
    costs: list[int], count: int, chunk: int, overhead: int
) -> None:
    finish = finish_by_queue(costs, count, chunk, overhead)
    assert chunk_makespan(costs, count, chunk, overhead) == max(finish)
    assert idle_total(costs, count, chunk, overhead) == sum(max(finish) - end for end in finish)


@few
@given(cost_lists, chunks, overheads)
def test_a_single_worker_never_waits(costs: list[int], chunk: int, overhead: int) -> None:
    total = sum(costs) + overhead * -(-len(costs) // chunk)
    assert chunk_makespan(costs, 1, chunk, overhead) == total
    assert idle_total(costs, 1, chunk, overhead) == 0


@few
@given(cost_lists, workers, chunks, overheads)
def test_never_below_the_even_share_or_the_largest_chunk(
    costs: list[int], count: int, chunk: int, overhead: int
) -> None:
    times = chunk_times(costs, chunk, overhead)
    bound = max(-(-sum(times) // count), max(times))
    assert chunk_makespan(costs, count, chunk, overhead) >= bound


@few
@given(cost_lists, workers, overheads)
def test_one_chunk_is_one_workers(costs: list[int], count: int, overhead: int) -> None:
    spans = chunk_spans(costs, count, len(costs), overhead)
    assert [(span.worker, span.end) for span in spans] == [(0, overhead + sum(costs))]


@few
@given(cost_lists, workers, chunks, overheads, st.integers(1, 9))
def test_scaled_costs_take_scaled_time(
    costs: list[int], count: int, chunk: int, overhead: int, scale: int
) -> None:
    scaled = chunk_makespan([scale * cost for cost in costs], count, chunk, scale * overhead)
    assert scaled == scale * chunk_makespan(costs, count, chunk, overhead)


@few
@given(cost_lists, workers, overheads)
def test_the_best_chunk_is_the_smallest_of_the_fastest(
    costs: list[int], count: int, overhead: int
) -> None:
    times = [chunk_makespan(costs, count, c, overhead) for c in range(1, len(costs) + 1)]
    assert best_chunk(costs, count, overhead) == times.index(min(times)) + 1


@pytest.mark.parametrize(
    ("costs", "count", "chunk", "overhead"),
    [([], 1, 1, 0), ([-1], 1, 1, 0), ([1], 0, 1, 0), ([1], 1, 0, 0), ([1], 1, 1, -1)],
)
def test_bad_input_is_refused(costs: list[int], count: int, chunk: int, overhead: int) -> None:
    for model in (chunk_makespan, chunk_spans, idle_total):
        with pytest.raises(ValueError, match="must"):
            model(costs, count, chunk, overhead)


@pytest.mark.parametrize("case", [([], 1, 0), ([-1], 1, 0), ([1], 0, 0), ([1], 1, -1)])
def test_best_chunk_refuses(case: tuple[list[int], int, int]) -> None:
    with pytest.raises(ValueError, match="must"):
        best_chunk(*case)
