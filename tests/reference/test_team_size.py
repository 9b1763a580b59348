"""The team formula against the numbers of q10 and against a round played out."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.team import round_report
from reference.models.team_size import (
    best_team_size,
    break_even_comm,
    even_team_time,
    team_time,
)

few = settings(max_examples=50, deadline=None)
UNEVEN, EVEN, ONES = (14, 8, 6, 4), (8, 8, 8, 8), (1, 1, 1, 1)
messages = st.integers(0, 64).map(lambda quarters: quarters / 4)
NAN, INF = math.nan, math.inf


@st.composite
def teams(draw: st.DrawFn) -> tuple[list[int], list[float]]:
    work = draw(st.lists(st.integers(0, 1000), min_size=1, max_size=6))
    rates = st.lists(st.floats(0.1, 10), min_size=len(work), max_size=len(work))
    return work, draw(rates)


def close(got: float, want: float) -> bool:
    return math.isclose(got, want, rel_tol=1e-12, abs_tol=1e-12)


def test_numbers_of_the_unit() -> None:
    assert team_time(UNEVEN, ONES, 2) == 25
    assert team_time(EVEN, ONES, 2) == 19
    assert team_time(EVEN, ONES, 6) == 35
    assert team_time(UNEVEN, ONES, 6) == 41
    assert break_even_comm(EVEN, ONES, 32) == 5.25
    assert best_team_size(32, 2, 8) == 3
    assert best_team_size(32, 6, 8) == 2
    assert team_time((16, 16), (1, 1), 6) == even_team_time(32, 2, 6) == 29


def test_three_workers_tie_with_four() -> None:
    assert even_team_time(32, 3, 2) == even_team_time(32, 4, 2) == 19


def test_a_single_worker_is_charged_by_the_formula_and_not_by_the_team_size() -> None:
    assert team_time([32], [1], 6) == 38
    assert even_team_time(32, 1, 6) == 32


def test_one_addition_for_a_worker_is_the_largest_team() -> None:
    assert best_team_size(1, 0, 10**9) == 1


@few
@given(teams(), messages)
def test_never_below_the_ideal(team: tuple[list[int], list[float]], comm: float) -> None:
    work, rate = team
    P = len(work)
    ideal = sum(work) / sum(rate) + P * comm + P - 1
    assert team_time(work, rate, comm) >= ideal * (1 - 1e-12)


@few
@given(teams(), messages, st.randoms(use_true_random=False))
def test_workers_have_no_order(team, comm, random) -> None:
    pairs = list(zip(*team, strict=True))
    random.shuffle(pairs)
    work, rate = zip(*pairs, strict=True)
    assert team_time(work, rate, comm) == team_time(*team, comm)


@few
@given(teams(), messages)
def test_each_worker_adds_one_message(team: tuple[list[int], list[float]], comm: float) -> None:
    rise = team_time(*team, comm + 1) - team_time(*team, comm)
    assert math.isclose(rise, len(team[0]), rel_tol=1e-9)


@few
@given(teams(), st.floats(0, 1000))
def test_break_even_is_where_the_team_takes_the_baseline(
    team: tuple[list[int], list[float]], extra: float
) -> None:
    baseline = team_time(*team, 0) + extra
    assert close(team_time(*team, max(0.0, break_even_comm(*team, baseline))), baseline)


def test_break_even_is_negative_where_free_messages_lose() -> None:
    assert break_even_comm(EVEN, ONES, 5) == -1.5


@few
@given(st.lists(st.integers(0, 30), min_size=1, max_size=5), st.integers(0, 5), st.integers(1, 4))
def test_it_is_a_round_with_merges_of_one(work: list[int], report: int, rate: int) -> None:
    rates = [rate] * len(work)
    assert close(
        team_time(work, rates, report), float(round_report(work, rates, report, 0, 1)["total"])
    )


@few
@given(st.integers(1, 60), messages, st.integers(1, 12))
def test_the_best_size_is_the_smallest_of_the_fastest(total: int, comm: float, most: int) -> None:
    times = [Fraction(total)] + [
        math.ceil(Fraction(total, P)) + P * Fraction(comm) + P - 1 for P in range(2, most + 1)
    ]
    assert [even_team_time(total, P, comm) for P in range(1, most + 1)] == times
    assert best_team_size(total, comm, most) == times.index(min(times)) + 1


@few
@given(st.integers(1, 200), messages, messages, st.integers(1, 20))
def test_dearer_messages_never_enlarge_the_team(
    total: int, comm: float, more: float, most: int
) -> None:
    assert best_team_size(total, comm + more, most) <= best_team_size(total, comm, most)


@pytest.mark.parametrize(
    ("work", "rate", "comm"),
    [
        ([], [], 1),
        ([1, 2], [1], 1),
        ([-1], [1], 1),
        ([1], [0.0], 1),
        ([1], [NAN], 1),
        ([1], [INF], 1),
        ([1], [1], -0.5),
        ([1], [1], NAN),
    ],
)
def test_the_formula_refuses(work: list[int], rate: list[float], comm: float) -> None:
    with pytest.raises(ValueError, match="must"):
        team_time(work, rate, comm)


def test_the_others_refuse() -> None:
    for call in (
        lambda: break_even_comm([], [], 1),
        lambda: break_even_comm([1], [1], NAN),
        lambda: break_even_comm([1], [-1], 1),
        lambda: best_team_size(0, 1, 4),
        lambda: best_team_size(4, -1, 4),
        lambda: best_team_size(4, INF, 4),
        lambda: best_team_size(4, 1, 0),
        lambda: even_team_time(4, 0, 1),
    ):
        with pytest.raises(ValueError, match="must"):
            call()
