"""The budget against the numbers of x12 and against trying one choice for each stage."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reference.models.amdahl import amdahl_ms
from reference.models.budget import Option, best_plan, plan_total_ms, required_factor

few = settings(max_examples=50, deadline=None)
NAN, INF = math.nan, math.inf
STAGES = {"prep": 10, "gemm": 80, "post": 10}
totals = st.floats(1.0, 1e4)
fractions = st.floats(0.0, 0.99)


def option(name: str, stage: str = "gemm", factor: float = 2, overhead_ms: float = 0) -> Option:
    return {"name": name, "stage": stage, "factor": factor, "overhead_ms": overhead_ms}


GEMM8, GEMM16 = option("gemm8", factor=8), option("gemm16", factor=16, overhead_ms=5)
PREP2 = option("prep2", "prep", 2, 1)
OPTIONS = [GEMM8, GEMM16, PREP2]


@st.composite
def menus(draw: st.DrawFn) -> list[Option]:
    """Return options whose factors are powers of two, so that totals tie exactly."""
    return [
        option(
            name,
            draw(st.sampled_from(sorted(STAGES))),
            2.0 ** draw(st.integers(-1, 4)),
            draw(st.integers(0, 12)) / 2,
        )
        for name in draw(st.permutations("abcdef"))[: draw(st.integers(0, 6))]
    ]


@pytest.mark.parametrize(
    ("target", "overhead", "factor"),
    [(40, 0, 4.0), (25, 0, 16.0), (20, 0, None), (30, 5, 16.0), (100, 0, 1.0), (105, 5, 1.0)],
)
def test_numbers_of_the_required_factor(
    target: float, overhead: float, factor: float | None
) -> None:
    assert required_factor(100, 0.2, target, overhead) == factor


def test_rounding_does_not_decide_what_is_equal() -> None:
    assert 0.1 + 0.2 > 0.3
    assert required_factor(0.1, 1.0, 0.3, 0.2) == 1.0
    assert 0.3 * 9 < 2.7
    assert required_factor(9, 0.3, 2.7) is None


def test_numbers_of_the_best_plan() -> None:
    assert plan_total_ms(STAGES, [GEMM8]) == plan_total_ms(STAGES, [GEMM16]) == 30
    assert plan_total_ms(STAGES, [GEMM8, PREP2]) == plan_total_ms(STAGES, [GEMM16, PREP2]) == 26
    assert best_plan(STAGES, OPTIONS, 2) == {"gemm16", "prep2"}


def test_ties_go_to_fewer_options_and_then_to_names() -> None:
    useless = option("a", "post", 1)
    assert best_plan(STAGES, [useless], 1) == frozenset()
    assert best_plan(STAGES, [useless, GEMM8, GEMM16], 2) == {"gemm16"}
    assert best_plan(STAGES, [], 3) == frozenset()
    assert best_plan(STAGES, OPTIONS, 0) == frozenset()


def test_the_largest_factor_is_not_the_best() -> None:
    assert best_plan(STAGES, [option("big", factor=INF, overhead_ms=50), GEMM8], 1) == {"gemm8"}


@few
@given(totals, fractions, st.floats(1.01, 1000), st.floats(0, 100))
def test_the_factor_reaches_the_target(total: float, s: float, p: float, overhead: float) -> None:
    target = amdahl_ms(total, s, p, overhead)
    factor = required_factor(total, s, target, overhead)
    assert factor is not None
    assert math.isclose(amdahl_ms(total, s, factor, overhead), target, rel_tol=1e-9)


@few
@given(totals, fractions, st.floats(0.1, 1.0), st.floats(0.1, 1.0))
def test_a_harder_target_needs_a_larger_factor(
    total: float, s: float, easy: float, cut: float
) -> None:
    first, second = (required_factor(total, s, f * total) for f in (easy, easy * cut))
    assert first is not None or second is None
    if first is not None and second is not None:
        assert second >= first * (1 - 1e-12)


@few
@given(totals, st.floats(0.01, 1.0), st.floats(0, 100))
def test_what_is_left_alone_is_out_of_reach(total: float, s: float, overhead: float) -> None:
    floor = amdahl_ms(total, s, INF, overhead)
    assume(floor < (total + overhead) * (1 - 1e-6))
    assert required_factor(total, s, floor, overhead) is None
    assert required_factor(total, s, 0.9 * floor, overhead) is None


def best_by_stage(options: list[Option], most: int) -> tuple[float, int, list[str]]:
    """Return rank and names of the best plan by choosing one option or none for each stage."""
    choices = [[None, *(o for o in options if o["stage"] == stage)] for stage in STAGES]
    ranks = []
    for plan in itertools.product(*choices):
        taken = [o for o in plan if o is not None]
        total = sum(
            t / (o["factor"] if o else 1) + (o["overhead_ms"] if o else 0)
            for t, o in zip(STAGES.values(), plan, strict=True)
        )
        if len(taken) <= most:
            ranks.append((round(total, 9), len(taken), sorted(o["name"] for o in taken)))
    return min(ranks)


@few
@given(menus(), st.integers(0, 4))
def test_the_best_plan_by_trying_each_stage(options: list[Option], most: int) -> None:
    total, _, names = best_by_stage(options, most)
    assert best_plan(STAGES, options, most) == frozenset(names)
    chosen = [o for o in options if o["name"] in names]
    assert math.isclose(plan_total_ms(STAGES, chosen), total, rel_tol=1e-9)


@few
@given(menus(), st.integers(0, 3))
def test_more_options_are_never_worse(options: list[Option], most: int) -> None:
    def total(allowed: int) -> float:
        names = best_plan(STAGES, options, allowed)
        return plan_total_ms(STAGES, [o for o in options if o["name"] in names])

    assert total(most + 1) <= total(most) + 1e-9


@few
@given(menus())
def test_a_dominated_option_never_matters(options: list[Option]) -> None:
    assume(options)
    worse: Option = {**options[0], "name": "z", "overhead_ms": options[0]["overhead_ms"] + 1}
    assert best_plan(STAGES, [*options[:5], worse], 3) == best_plan(STAGES, options[:5], 3)


@pytest.mark.parametrize(
    ("total", "s", "target", "overhead"),
    [
        (0, 0.2, 40, 0),
        (100, -0.2, 40, 0),
        (100, 1.2, 40, 0),
        (100, 0.2, 0, 0),
        (100, 0.2, NAN, 0),
        (100, 0.2, 40, -1),
        (NAN, 0.2, 40, 0),
    ],
)
def test_the_required_factor_refuses(
    total: float, s: float, target: float, overhead: float
) -> None:
    with pytest.raises(ValueError, match="must be"):
        required_factor(total, s, target, overhead)


@pytest.mark.parametrize(
    "chosen",
    [
        [GEMM8, GEMM16],  # both on one stage
        [GEMM8, option("gemm8", "prep")],
        [option("x", "train")],
        [option("x", factor=0)],
        [option("x", factor=NAN)],
        [option("x", overhead_ms=-1)],
    ],
)
def test_plans_are_refused(chosen: list[Option]) -> None:
    with pytest.raises(ValueError, match="must"):
        plan_total_ms(STAGES, chosen)


def test_best_plan_refuses() -> None:
    for stages, options, most in (
        (STAGES, OPTIONS, -1),
        (STAGES, [option(name) for name in "abcdefg"], 1),
        (STAGES, [option("a"), option("a")], 1),
        (STAGES, [option("a", "train")], 0),
        (STAGES, [option("a", factor=-1)], 0),
        ({"gemm": -1.0}, [], 1),
    ):
        with pytest.raises(ValueError, match="must"):
            best_plan(stages, options, most)
