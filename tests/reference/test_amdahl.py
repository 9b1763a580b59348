"""Stages and Amdahl's law against the numbers of q14 and q15 and in exact rationals."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reference.models.amdahl import (
    amdahl_ms,
    amdahl_speedup,
    break_even_overhead_ms,
    judge_upgrade,
    overall_speedup,
    speedup_ceiling,
    staged_total_ms,
)
from tests.reference.literals import quoted

few = settings(max_examples=50, deadline=None)
NAN, INF = math.nan, math.inf
STAGES = (10, 80, 10)
OPPOSITE = {"gain": "loss", "tie": "tie", "loss": "gain"}
totals = st.floats(1.0, 1e4)
fractions = st.floats(0.0, 1.0)
factors = st.floats(0.1, 100.0) | st.just(INF)
overheads = st.floats(0.0, 100.0)


@st.composite
def staged(draw: st.DrawFn, least: float = 0.1) -> tuple[list[float], list[float]]:
    times = draw(st.lists(st.floats(0.01, 1e4), min_size=1, max_size=6))
    speeds = st.floats(least, 100.0)
    return times, draw(st.lists(speeds, min_size=len(times), max_size=len(times)))


def close(got: float, want: float) -> bool:
    return math.isclose(got, want, rel_tol=1e-9, abs_tol=1e-12)


def test_numbers_of_staged_speedup() -> None:
    assert staged_total_ms(STAGES, (1, 8, 1)) == 30
    assert overall_speedup(STAGES, (1, 8, 1)) == quoted("3.333")
    assert staged_total_ms(STAGES, (1, INF, 1)) == 20
    assert speedup_ceiling(STAGES, {1}) == 5.0


def test_numbers_of_the_further_upgrade() -> None:
    assert amdahl_ms(100, 0.2, 8) == 30
    assert amdahl_ms(100, 0.2, 16) == 25
    assert amdahl_ms(100, 0.2, 16, 5) == 30
    assert 100 / amdahl_ms(100, 0.2, 16) == quoted("4.0")
    assert amdahl_speedup(0.2, 16) == quoted("4.0")
    assert break_even_overhead_ms(100, 0.2, 8, 16) == 5
    assert judge_upgrade(100, 0.2, 8, 0, 16, 5) == "tie"
    assert judge_upgrade(100, 0.2, 8, 0, 16, 4) == "gain"
    assert judge_upgrade(100, 0.2, 8, 0, 16, 6) == "loss"


def test_nothing_left_is_infinitely_fast() -> None:
    assert overall_speedup([1, 2], [INF, INF]) == INF
    assert speedup_ceiling([1, 0, 2], {0, 2}) == INF
    assert speedup_ceiling([1, 2], set()) == 1
    assert amdahl_speedup(0, INF) == INF
    assert amdahl_ms(7, 0, INF, 2) == 2


@few
@given(staged())
def test_stages_in_exact_rationals(stages: tuple[list[float], list[float]]) -> None:
    total = sum(Fraction(t) / Fraction(f) for t, f in zip(*stages, strict=True))
    assert close(staged_total_ms(*stages), float(total))
    assert close(overall_speedup(*stages), float(sum(map(Fraction, stages[0])) / total))


@few
@given(staged())
def test_the_whole_gains_no_more_than_its_best_stage(
    stages: tuple[list[float], list[float]],
) -> None:
    got = overall_speedup(*stages)
    assert min(stages[1]) * (1 - 1e-12) <= got <= max(stages[1]) * (1 + 1e-12)


@few
@given(staged(), st.floats(0.1, 100))
def test_equal_factors_are_the_factor_of_the_whole(
    stages: tuple[list[float], list[float]], factor: float
) -> None:
    times = stages[0]
    assert overall_speedup(times, [1] * len(times)) == 1
    assert close(overall_speedup(times, [factor] * len(times)), factor)


@few
@given(staged(), st.sets(st.integers(0, 5)))
def test_the_ceiling_holds(stages: tuple[list[float], list[float]], chosen: set[int]) -> None:
    times, speeds = stages
    chosen = {i for i in chosen if i < len(times)}
    speeds = [f if i in chosen else 1.0 for i, f in enumerate(speeds)]
    ceiling = speedup_ceiling(times, chosen)
    assert ceiling >= 1
    assert overall_speedup(times, speeds) <= ceiling * (1 + 1e-12)


@few
@given(staged(), st.data())
def test_a_faster_stage_never_slows_the_whole(
    stages: tuple[list[float], list[float]], data: st.DataObject
) -> None:
    times, speeds = stages
    i = data.draw(st.integers(0, len(times) - 1))
    faster = [*speeds[:i], 2 * speeds[i], *speeds[i + 1 :]]
    assert overall_speedup(times, faster) >= overall_speedup(times, speeds)
    order = data.draw(st.permutations(range(len(times))))
    shuffled = [times[j] for j in order], [speeds[j] for j in order]
    assert overall_speedup(*shuffled) == overall_speedup(times, speeds)


@few
@given(totals, fractions, factors)
def test_one_accelerated_stage_is_amdahls_law(total: float, s: float, p: float) -> None:
    stages = (s * total, (1 - s) * total)
    assert close(staged_total_ms(stages, (1, p)), amdahl_ms(total, s, p))
    assert (
        close(amdahl_ms(total, s, p) * amdahl_speedup(s, p), total) or amdahl_speedup(s, p) == INF
    )


@few
@given(totals, fractions, st.floats(1, 100), st.floats(1, 100), overheads)
def test_more_of_anything_costs_time(
    total: float, s: float, p: float, faster: float, overhead: float
) -> None:
    time = amdahl_ms(total, s, p, overhead)
    slack = 1e-9 * time
    assert amdahl_ms(total, s, p * faster, overhead) <= time + slack
    assert amdahl_ms(total, (1 + s) / 2, p, overhead) >= time - slack
    assert amdahl_ms(total, s, p, overhead + 1) > time
    assert close(amdahl_ms(total, 1, p, overhead), total + overhead)
    if s > 0:
        assert amdahl_speedup(s, p) <= 1 / s * (1 + 1e-12)


@few
@given(totals, fractions, factors, factors, overheads, overheads)
def test_the_judgement_turns_round_with_its_sides(
    total: float, s: float, old: float, new: float, before: float, after: float
) -> None:
    forward = judge_upgrade(total, s, old, before, new, after)
    assert OPPOSITE[forward] == judge_upgrade(total, s, new, after, old, before)


@few
@given(totals, fractions, factors, factors, overheads)
def test_break_even_is_a_tie_and_one_percent_decides(
    total: float, s: float, old: float, new: float, before: float
) -> None:
    even = break_even_overhead_ms(total, s, old, new, before)
    percent = 0.01 * amdahl_ms(total, s, old, before)
    assume(even >= 0 and percent > 0)
    assert judge_upgrade(total, s, old, before, new, even) == "tie"
    assert judge_upgrade(total, s, old, before, new, even + percent) == "loss"
    if even >= percent:
        assert judge_upgrade(total, s, old, before, new, even - percent) == "gain"


def test_break_even_is_negative_where_a_free_change_loses() -> None:
    assert break_even_overhead_ms(100, 0.2, 8, 4) == -10
    assert break_even_overhead_ms(100, 0.2, 8, INF) == 10


@pytest.mark.parametrize(
    ("times", "speeds"),
    [
        ([], []),
        ([1, 2], [1]),
        ([-1, 2], [1, 1]),
        ([0, 0], [1, 1]),
        ([NAN], [1]),
        ([INF], [1]),
        ([1], [0]),
        ([1], [-1]),
        ([1], [NAN]),
        ([1], [-INF]),
    ],
)
def test_stages_are_refused(times: list[float], speeds: list[float]) -> None:
    for model in (staged_total_ms, overall_speedup):
        with pytest.raises(ValueError, match="must"):
            model(times, speeds)


@pytest.mark.parametrize(
    ("times", "chosen"), [([1, 2], {2}), ([1, 2], {-1}), ([0], {0}), ([], set())]
)
def test_the_ceiling_refuses(times: list[float], chosen: set[int]) -> None:
    with pytest.raises(ValueError, match="must"):
        speedup_ceiling(times, chosen)


@pytest.mark.parametrize(
    ("total", "s", "p", "overhead"),
    [
        (0, 0.2, 8, 0),
        (INF, 0.2, 8, 0),
        (100, -0.1, 8, 0),
        (100, 1.1, 8, 0),
        (100, NAN, 8, 0),
        (100, 0.2, 0, 0),
        (100, 0.2, NAN, 0),
        (100, 0.2, 8, -1),
        (100, 0.2, 8, INF),
    ],
)
def test_amdahl_refuses(total: float, s: float, p: float, overhead: float) -> None:
    for call in (
        lambda: amdahl_ms(total, s, p, overhead),
        lambda: break_even_overhead_ms(total, s, p, 2, overhead),
        lambda: judge_upgrade(total, s, 2, 0, p, overhead),
        lambda: judge_upgrade(total, s, p, overhead, 2, 0),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()
