"""What made-up samples come to: no clock runs here."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grader.checks.timing import (
    LEAST_ROUNDS,
    Comparison,
    Sample,
    Spread,
    judge,
    spread,
)
from grader.outcome import Text

RUNG = Text(zh="参考", en="reference")
EXCHANGE_S = 1e-4


def calls(*walls_s: float, cpu: float = 1.0, beside_s: float = 2e-3) -> list[Sample]:
    """Return one sample a wall time, with `cpu` CPU seconds each wall second."""
    return [Sample(wall_s, cpu * wall_s, beside_s) for wall_s in walls_s]


def compare(mine: Sequence[Sample], theirs: Sequence[Sample]) -> Comparison:
    return judge(RUNG, mine, theirs, EXCHANGE_S)


def reasons(comparison: Comparison) -> list[str]:
    return [why.id for why in comparison.reasons]


@pytest.mark.parametrize(
    ("mine_s", "direction"),
    [(0.02, "slower"), (0.005, "faster"), (0.01, "alike"), (0.0104, "alike"), (0.0097, "alike")],
)
def test_steady_times_say_who_is_faster(mine_s: float, direction: str) -> None:
    found = compare(calls(*[mine_s] * 9), calls(*[0.01] * 9))
    assert found.direction == direction
    assert found.ratio == pytest.approx(mine_s / 0.01)
    assert found.cpu_ratio == pytest.approx(mine_s / 0.01)
    assert found.low == pytest.approx(found.high)
    assert found.reasons == ()


def test_a_spread_about_one_is_alike_and_not_faster() -> None:
    mine = calls(*[0.009, 0.0095, 0.01, 0.0105, 0.011] * 2)
    assert compare(mine, calls(*[0.01] * 10)).direction == "alike"


def test_one_disturbed_round_of_eleven_changes_nothing() -> None:
    mine = calls(*[0.02] * 10, 0.4)
    found = compare(mine, calls(*[0.01] * 11))
    assert (found.direction, found.ratio) == ("slower", pytest.approx(2))


def test_what_disturbs_a_whole_round_cancels() -> None:
    load = [1, 1.2, 1.4, 1.1, 1.3, 1, 1.2, 1.4]
    mine, theirs = calls(*[0.02 * x for x in load]), calls(*[0.01 * x for x in load])
    found = compare(mine, theirs)
    assert found.direction == "slower"
    assert (found.low, found.high) == (pytest.approx(2), pytest.approx(2))


SIXFOLD: list[float] = [0.005, 0.01, 0.03] * 4


@pytest.mark.parametrize(
    ("mine", "theirs", "why"),
    [
        (calls(*[0.02] * 6), calls(*[0.01] * 6), "few_rounds"),
        (calls(*[0.02] * 9), calls(*[1.9e-3] * 9), "too_short"),
        (calls(*[1e-5] * 9, beside_s=0), calls(*[0.01] * 9), "too_short"),
        (calls(*[0.02] * 9, cpu=0.8), calls(*[0.01] * 9), "waiting"),
        (calls(*[0.02] * 9), calls(*[0.01] * 9, cpu=0.5), "waiting"),
        (calls(*[0.02] * 9, cpu=1.9), calls(*[0.01] * 9), "parallel"),
        (calls(*[0.02] * 9, beside_s=8e-3), calls(*[0.01] * 9), "beside"),
        (calls(*SIXFOLD), calls(*[0.01] * 12), "wide"),
    ],
    ids=range(8),
)
def test_noise_is_inconclusive_and_says_why(
    mine: list[Sample], theirs: list[Sample], why: str
) -> None:
    found = compare(mine, theirs)
    assert found.direction == "inconclusive"
    assert reasons(found) == [f"timing.{why}"]
    assert all(reason.text("zh") != reason.text("en") for reason in found.reasons)


def test_a_disturbed_core_explains_a_wide_spread() -> None:
    assert reasons(compare(calls(*SIXFOLD, cpu=0.4), calls(*[0.01] * 12))) == ["timing.waiting"]


def test_the_least_number_of_rounds_is_enough() -> None:
    enough = compare(calls(*[0.02] * LEAST_ROUNDS), calls(*[0.01] * LEAST_ROUNDS))
    assert enough.direction == "slower"


def test_the_exchange_counts_as_no_waiting() -> None:
    """A call of 2 ms that an exchange of 0.1 ms surrounds."""
    mine = [Sample(2.6e-3, 2e-3)] * 9
    assert compare(mine, mine).direction == "inconclusive"
    mine = [Sample(2.1e-3, 2e-3)] * 9
    assert compare(mine, mine).direction == "alike"


def test_a_turn_of_many_short_calls_is_long_enough() -> None:
    short = [Sample(1e-4, 1e-4, 2e-3, calls=30)] * 9
    assert compare(calls(*[0.01] * 9), short).direction == "slower"
    assert reasons(compare(short, short)) == []
    once = [Sample(1e-4, 1e-4, 2e-3)] * 9
    assert reasons(compare(once, short)) == ["timing.too_short"]


def test_without_cpu_clocks_the_wall_decides() -> None:
    found = compare(calls(*[0.02] * 9, cpu=0), calls(*[0.01] * 9, cpu=0))
    assert (found.direction, found.cpu_ratio) == ("slower", 0)


@pytest.mark.parametrize(
    ("values", "want"),
    [
        ([3.0], Spread(3, 3, 3)),
        ([1.0, 2.0], Spread(1.5, 1.1, 1.9)),
        ([float(i) for i in range(11)], Spread(5, 1, 9)),
    ],
)
def test_the_spread_leaves_the_outer_tenths_out(values: list[float], want: Spread) -> None:
    for order in (values, values[::-1]):
        found = spread(order)
        assert found.middle == pytest.approx(want.middle)
        assert (found.low, found.high) == pytest.approx((want.low, want.high))
