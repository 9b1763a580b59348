"""Rounds of a reduction against the numbers of q11 and against adding pair by pair."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.dag import greedy_schedule, makespan, reduction_tree, work_span_dag
from reference.models.reduction import (
    free_rounds,
    level_rounds,
    lower_bound,
    parallelism,
    work_span,
)

few = settings(max_examples=50, deadline=None)
values = st.integers(1, 200)
processors = st.integers(1, 70)


@pytest.mark.parametrize(("p", "rounds"), [(1, 15), (2, 8), (4, 5), (8, 4), (16, 4)])
def test_numbers_of_16_values(p: int, rounds: int) -> None:
    assert level_rounds(16, p) == rounds


def test_numbers_of_the_unit() -> None:
    assert work_span(16) == (15, 4)
    assert parallelism(15, 4) == 3.75
    assert lower_bound(15, 0, 4) == 3.75
    assert lower_bound(15, 4, 4) == 4
    assert (level_rounds(6, 2), free_rounds(6, 2)) == (4, 3)
    assert free_rounds(16, 4) == 5


def test_one_value_is_its_own_sum() -> None:
    assert work_span(1) == (0, 0)
    assert level_rounds(1, 3) == free_rounds(1, 3) == 0


def test_large_numbers_need_no_counting() -> None:
    assert free_rounds(2**60, 2**20) == 2**40 + 19
    assert level_rounds(2**60, 1) == 2**60 - 1


@few
@given(values, processors)
def test_rounds_lie_between_the_bound_and_the_work(n: int, p: int) -> None:
    work, span = work_span(n)
    free, level = free_rounds(n, p), level_rounds(n, p)
    assert max(-(-work // p), span) <= free <= level <= work
    assert lower_bound(work, span, p) <= free


@few
@given(values, processors)
def test_more_processors_never_need_more_rounds(n: int, p: int) -> None:
    assert level_rounds(n, p + 1) <= level_rounds(n, p)
    assert free_rounds(n, p + 1) <= free_rounds(n, p)


@few
@given(values)
def test_one_processor_does_the_work_and_many_the_span(n: int) -> None:
    work, span = work_span(n)
    assert level_rounds(n, 1) == free_rounds(n, 1) == work
    assert level_rounds(n, max(1, n // 2)) == free_rounds(n, max(1, n // 2)) == span


@few
@given(values, processors)
def test_free_rounds_by_adding(n: int, p: int) -> None:
    left, rounds = n, 0
    while left > 1:
        left -= min(p, left // 2)
        rounds += 1
    assert free_rounds(n, p) == rounds


@few
@given(values, processors)
def test_level_rounds_by_recursion(n: int, p: int) -> None:
    def rounds(m: int) -> int:
        return 0 if m == 1 else -(-(m // 2) // p) + rounds((m + 1) // 2)

    assert level_rounds(n, p) == rounds(n)


@few
@given(st.integers(1, 60), st.integers(1, 20))
def test_the_tree_as_a_task_graph_agrees(n: int, p: int) -> None:
    durations, edges = reduction_tree(n)
    assert work_span_dag(durations, edges) == work_span(n)
    rounds = makespan(durations, greedy_schedule(durations, edges, p))
    assert free_rounds(n, p) <= rounds <= level_rounds(n, p)


@pytest.mark.parametrize("case", [(0, 1), (-3, 1), (4, 0)])
def test_rounds_refuse(case: tuple[int, int]) -> None:
    for model in (level_rounds, free_rounds):
        with pytest.raises(ValueError, match="must be at least 1"):
            model(*case)


def test_the_others_refuse() -> None:
    for call in (
        lambda: work_span(0),
        lambda: lower_bound(-1, 0, 1),
        lambda: lower_bound(1, -1, 1),
        lambda: lower_bound(1, 1, 0),
        lambda: parallelism(3, 0),
    ):
        with pytest.raises(ValueError, match="must be at least"):
            call()
