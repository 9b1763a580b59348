"""Greedy schedules against the numbers of x08, Graham's anomalies, and a clock that ticks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.dag import (
    Edge,
    greedy_bound,
    greedy_schedule,
    makespan,
    processors,
    reduction_tree,
    work_span_dag,
)
from reference.models.reduction import lower_bound

few = settings(max_examples=50, deadline=None)
GRAHAM = [3, 2, 2, 2, 4, 4, 4, 4, 9]
GRAHAM_EDGES = [(0, 8), (3, 4), (3, 5), (3, 6), (3, 7)]
Graph = tuple[list[int], list[Edge]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Return tasks without cycles whose numbers say nothing about their order."""
    n = draw(st.integers(1, 9))
    order = draw(st.permutations(range(n)))
    pairs = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=14))
    places = [tuple(sorted(pair)) for pair in pairs if pair[0] != pair[1]]
    durations = draw(st.lists(st.integers(1, 6), min_size=n, max_size=n))
    return durations, [(order[a], order[b]) for a, b in places]


def ticking(durations: list[int], edges: list[Edge], p: int) -> list[int]:
    """Return starts by stepping through time, one unit after the other."""
    starts: dict[int, int] = {}
    now = 0
    while len(starts) < len(durations):
        ended = {t for t, start in starts.items() if start + durations[t] <= now}
        for task in range(len(durations)):
            needed = {before for before, after in edges if after == task}
            if task not in starts and needed <= ended and len(starts) - len(ended) < p:
                starts[task] = now
        now += 1
    return [starts[task] for task in range(len(durations))]


@pytest.mark.parametrize(("p", "rounds"), [(4, 5), (8, 4), (16, 4), (1, 15)])
def test_numbers_of_a_tree_of_16_leaves(p: int, rounds: int) -> None:
    durations, edges = reduction_tree(16)
    assert work_span_dag(durations, edges) == (15, 4)
    assert makespan(durations, greedy_schedule(durations, edges, p)) == rounds


def test_grahams_anomalies() -> None:
    def time(durations: list[int], p: int) -> int:
        return makespan(durations, greedy_schedule(durations, GRAHAM_EDGES, p))

    assert time(GRAHAM, 3) == 12
    assert time(GRAHAM, 4) == 15
    assert time([duration - 1 for duration in GRAHAM], 3) == 13


def test_trees_number_their_sums_level_by_level() -> None:
    assert reduction_tree(1) == ([], [])
    assert reduction_tree(4) == ([1, 1, 1], [(0, 2), (1, 2)])
    assert reduction_tree(5) == ([1] * 4, [(0, 2), (1, 2), (2, 3)])


def test_no_tasks_take_no_time() -> None:
    assert greedy_schedule([], [], 3) == []
    assert work_span_dag([], []) == (0, 0)
    assert makespan([], []) == 0


def test_an_edge_may_stand_there_twice() -> None:
    assert greedy_schedule([1, 2], [(1, 0), (1, 0)], 2) == [2, 0]


@few
@given(graphs(), st.integers(1, 4))
def test_the_schedule_is_the_one_of_a_ticking_clock(graph: Graph, p: int) -> None:
    assert greedy_schedule(*graph, p) == ticking(*graph, p)


@few
@given(graphs(), st.integers(1, 4))
def test_order_and_capacity_are_kept(graph: Graph, p: int) -> None:
    durations, edges = graph
    starts = greedy_schedule(durations, edges, p)
    assert all(starts[b] + durations[b] <= starts[a] for b, a in edges)
    lanes = processors(durations, starts)
    assert max(lanes) < p
    for a in range(len(durations)):
        for b in range(a):
            apart = starts[a] + durations[a] <= starts[b] or starts[b] + durations[b] <= starts[a]
            assert apart or lanes[a] != lanes[b]


@few
@given(graphs(), st.integers(1, 4))
def test_no_processor_is_idle_while_a_task_is_ready(graph: Graph, p: int) -> None:
    durations, edges = graph
    starts = greedy_schedule(durations, edges, p)
    for task, start in enumerate(starts):
        ready = max((starts[b] + durations[b] for b, a in edges if a == task), default=0)
        for now in range(ready, start):
            running = sum(s <= now < s + d for s, d in zip(starts, durations, strict=True))
            assert running == p


@few
@given(graphs(), st.integers(1, 4))
def test_the_time_lies_between_the_bounds(graph: Graph, p: int) -> None:
    work, span = work_span_dag(*graph)
    time = makespan(graph[0], greedy_schedule(*graph, p))
    assert lower_bound(work, span, p) <= time <= greedy_bound(work, span, p)


@few
@given(graphs())
def test_one_processor_takes_the_work_and_many_the_span(graph: Graph) -> None:
    durations = graph[0]
    work, span = work_span_dag(*graph)
    assert makespan(durations, greedy_schedule(*graph, 1)) == work == sum(durations)
    assert makespan(durations, greedy_schedule(*graph, len(durations))) == span


def test_the_span_counts_durations_and_not_tasks() -> None:
    assert work_span_dag([5, 1, 1, 1], [(1, 2), (2, 3)]) == (8, 5)


def test_greedy_is_at_most_twice_as_slow() -> None:
    assert greedy_bound(15, 4, 4) == Fraction(27, 4)
    assert greedy_bound(15, 4, 1) == 15


@pytest.mark.parametrize(
    ("durations", "edges"),
    [
        ([0], []),
        ([1, 1], [(0, 2)]),
        ([1, 1], [(-1, 0)]),
        ([1], [(0, 0)]),
        ([1, 1, 1], [(0, 1), (1, 2), (2, 0)]),
    ],
)
def test_graphs_are_refused(durations: list[int], edges: list[Edge]) -> None:
    with pytest.raises(ValueError, match="must"):
        work_span_dag(durations, edges)
    with pytest.raises(ValueError, match="must"):
        greedy_schedule(durations, edges, 1)


def test_the_others_refuse() -> None:
    for call in (
        lambda: greedy_schedule([1], [], 0),
        lambda: makespan([1], []),
        lambda: processors([1], [0, 1]),
        lambda: greedy_bound(-1, 0, 1),
        lambda: greedy_bound(1, -1, 1),
        lambda: greedy_bound(1, 1, 0),
        lambda: reduction_tree(0),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()
