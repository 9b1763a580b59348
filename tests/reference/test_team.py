"""Rounds of a team against the numbers of q09, and against playing them out step by step."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.team import (
    gap_is_only_communication,
    round_report,
    round_spans,
    self_schedule,
    self_schedule_finish,
    self_schedule_spans,
)

few = settings(max_examples=50, deadline=None)
chunk_lists = st.lists(st.integers(0, 20), max_size=15)
rate_lists = st.lists(st.integers(1, 5), min_size=1, max_size=5)
talk = st.tuples(*[st.integers(0, 4)] * 3)


@st.composite
def loads(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    rates = draw(rate_lists)
    work = draw(st.lists(st.integers(0, 30), min_size=len(rates), max_size=len(rates)))
    return work, rates


def test_numbers_of_the_first_round() -> None:
    r = round_report((14, 8, 6, 4), (1, 1, 1, 1), report=2, confirm=0, merge=1)
    assert r["finish"] == [14, 8, 6, 4]
    assert r["all_done"] == 14
    assert r["idle"] == [0, 6, 8, 10]
    assert (r["comm"], r["gap"], r["total"]) == (8, 11, 25)


def test_numbers_of_the_second_round() -> None:
    chunks = [1, 2, 3, 4, 4, 5, 6, 7]
    assert self_schedule(chunks, [1] * 4) == [0, 1, 2, 3, 0, 1, 2, 3]
    assert self_schedule_finish(chunks, [1] * 4) == [5, 7, 9, 11]


def test_rates_decide_who_is_free_first() -> None:
    assert self_schedule([6, 6, 6, 6], [3, 1]) == [0, 1, 0, 0]
    assert self_schedule_finish([6, 6, 6, 6], [3, 1]) == [6, 6]
    assert self_schedule([1, 1], [3, 2, 1]) == [0, 1]
    assert self_schedule_finish([1, 1], [3, 2, 1]) == [Fraction(1, 3), Fraction(1, 2), 0]
    assert self_schedule([], [1]) == []


@few
@given(chunk_lists, rate_lists)
def test_each_chunk_goes_to_a_worker_who_is_free_first(chunks: list[int], rates: list[int]) -> None:
    free = [Fraction(0)] * len(rates)
    owners = self_schedule(chunks, rates)
    for chunk, owner in zip(chunks, owners, strict=True):
        assert owner == free.index(min(free))
        free[owner] += Fraction(chunk, rates[owner])
    assert self_schedule_finish(chunks, rates) == free


@few
@given(chunk_lists, rate_lists)
def test_self_scheduling_ends_within_one_chunk_of_the_ideal(
    chunks: list[int], rates: list[int]
) -> None:
    end = max(self_schedule_finish(chunks, rates))
    ideal = Fraction(sum(chunks), sum(rates))
    assert ideal <= end <= ideal + Fraction(max(chunks, default=0), min(rates))


@few
@given(chunk_lists, rate_lists)
def test_twice_the_rate_is_half_the_time(chunks: list[int], rates: list[int]) -> None:
    twice = [2 * rate for rate in rates]
    assert self_schedule(chunks, twice) == self_schedule(chunks, rates)
    halves = [end / 2 for end in self_schedule_finish(chunks, rates)]
    assert self_schedule_finish(chunks, twice) == halves


@few
@given(chunk_lists, rate_lists)
def test_spans_of_a_worker_follow_each_other(chunks: list[int], rates: list[int]) -> None:
    free = [Fraction(0)] * len(rates)
    for span in self_schedule_spans(chunks, rates):
        assert span.start == free[span.worker]
        free[span.worker] = span.end


@few
@given(loads(), talk)
def test_a_round_adds_up(load: tuple[list[int], list[int]], costs: tuple[int, int, int]) -> None:
    r = round_report(*load, *costs)
    assert r["total"] == r["all_done"] + r["gap"]
    assert min(r["idle"]) == 0
    assert r["gap"] >= r["comm"]
    assert all(f + i == r["all_done"] for f, i in zip(r["finish"], r["idle"], strict=True))
    assert r["all_done"] >= Fraction(sum(load[0]), sum(load[1]))


@few
@given(loads(), talk)
def test_the_spans_show_the_report(
    load: tuple[list[int], list[int]], costs: tuple[int, int, int]
) -> None:
    r, spans = round_report(*load, *costs), round_spans(*load, *costs)
    time = Counter()
    for span in spans:
        time[span.kind] += span.end - span.start
    assert time["work"] == sum(r["finish"])
    assert time["idle"] == sum(r["idle"])
    assert time["report"] == r["comm"]
    assert time["report"] + time["confirm"] + time["merge"] == r["gap"]
    assert max((span.end for span in spans), default=0) == r["total"]
    for worker in range(len(r["finish"])):
        mine = [span for span in spans if span.worker == worker]
        assert all(a.end <= b.start for a, b in itertools.pairwise(mine))


@few
@given(st.integers(1, 4), st.integers(0, 2), st.integers(0, 2))
def test_the_gap_is_communication_where_the_numbers_say_so(
    workers: int, confirm: int, merge: int
) -> None:
    r = round_report([1] * workers, [1] * workers, 3, confirm, merge)
    assert gap_is_only_communication(workers, confirm, merge) is (r["gap"] == r["comm"])


@pytest.mark.parametrize(("chunks", "rates"), [([1], []), ([-1], [1]), ([1], [0]), ([1], [1, -2])])
def test_self_scheduling_refuses(chunks: list[int], rates: list[int]) -> None:
    for model in (self_schedule, self_schedule_finish, self_schedule_spans):
        with pytest.raises(ValueError, match="must"):
            model(chunks, rates)


@pytest.mark.parametrize(
    ("work", "rates", "report", "confirm", "merge"),
    [
        ([], [], 0, 0, 0),
        ([1, 2], [1], 0, 0, 0),
        ([-1], [1], 0, 0, 0),
        ([1], [0], 0, 0, 0),
        ([1], [1], -1, 0, 0),
        ([1], [1], 0, -1, 0),
        ([1], [1], 0, 0, -1),
    ],
)
def test_a_round_refuses(
    work: list[int], rates: list[int], report: int, confirm: int, merge: int
) -> None:
    for model in (round_report, round_spans):
        with pytest.raises(ValueError, match="must"):
            model(work, rates, report, confirm, merge)


@pytest.mark.parametrize("case", [(0, 0, 0), (1, -1, 0), (1, 0, -1)])
def test_the_claim_refuses(case: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="must be"):
        gap_is_only_communication(*case)
