"""Hidden checks of q14: other numbers, the model, the properties that follow from it, refusals."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

from assignments.b4_cost_of_parallelism.q14_staged_speedup.inputs import (
    choices,
    finite_factors,
    pipelines,
    shifts,
    stage_times,
)
from grader import Student, check, close, expects, given, holds, real
from reference.models import amdahl

INFERENCE = [10.0, 80.0, 10.0]
GEMM_8 = [1.0, 8.0, 1.0]
NAN, INF = math.nan, math.inf
REPLACE = (
    "每个阶段的新时间取代旧时间，再全部相加；倍数小于 1 的阶段变慢，无穷大的变成 0。",
    "A new time replaces the old one, then all are added; below 1 is slower, infinite makes 0.",
)
RATIO_OF_TIMES = (
    "加速比是两个总时间之比：旧的在上、新的在下；它不是倍数的某种平均。新的为 0 时是 math.inf。",
    "A ratio of total times, before over after, no average of factors; math.inf over 0.",
)
WHAT_IS_LEFT = (
    "上限只看留下的时间，不看阶段的个数；哪些变成 0、哪些留下？剩余时间为 0 时是 math.inf。",
    "The time that stays counts, not how many stages. Which become 0? math.inf if none stays.",
)
BAD_TIMES = ([], [0.0, 0.0, 0.0], [10.0, -0.25, 10.0], [10.0, NAN, 10.0], [10.0, INF, 10.0])
BAD_FACTORS = ([1.0, 8.0], [1.0, 8.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, -8.0, 1.0], [NAN, 8.0, 1.0])


@check("ex", of="staged_total_ms")
def test_total_examples(student: Student) -> None:
    """矩阵乘法瞬间完成；后处理变慢一倍；一个 0 ms 的阶段。

    The product takes no time; the post-processing is slowed down to half; a stage of 0 ms.
    """
    for stage_ms, factor, want in (
        (INFERENCE, [1.0, INF, 1.0], 20.0),
        (INFERENCE, [1.0, 8.0, 0.5], 40.0),
        ([0.0, 12.0], [INF, 3.0], 4.0),
        ([7.0], [INF], 0.0),
    ):
        got = student.call("staged_total_ms", stage_ms=stage_ms, factor=factor)
        close(got, want, hint=REPLACE)


@check("ex", of="overall_speedup")
def test_speedup_examples(student: Student) -> None:
    """算子快 8 倍、算子瞬间完成、后处理变慢，以及全部瞬间完成。

    The operator 8 times faster, the operator taking no time, a slowdown, and everything instant.
    """
    for stage_ms, factor, want in (
        (INFERENCE, GEMM_8, 100 / 30),
        (INFERENCE, [1.0, INF, 1.0], 5.0),
        (INFERENCE, [1.0, 1.0, 0.1], 100 / 190),
        (INFERENCE, [INF, INF, INF], INF),
        ([0.0, 12.0], [1.0, INF], INF),
    ):
        got = student.call("overall_speedup", stage_ms=stage_ms, factor=factor)
        close(got, want, hint=RATIO_OF_TIMES)


@check("ex", of="speedup_ceiling")
def test_ceiling_examples(student: Student) -> None:
    """只加速矩阵乘法、只加速两头、什么都不加速、全部加速。

    Only the product accelerated, only the two ends, nothing, and everything.
    """
    for stage_ms, accelerated, want in (
        (INFERENCE, {1}, 5.0),
        (INFERENCE, {0, 2}, 1.25),
        (INFERENCE, set(), 1.0),
        (INFERENCE, {0, 1, 2}, INF),
        ([0.0, 12.0], {1}, INF),
    ):
        got = student.call("speedup_ceiling", stage_ms=stage_ms, accelerated=accelerated)
        close(got, want, hint=WHAT_IS_LEFT)


@check("prop", of="staged_total_ms", weight=2)
@given(pipelines())
def test_total_model(student: Student, case: dict[str, Any]) -> None:
    """总时间与模型一致。

    The total time is that of the model.
    """
    close(student.call("staged_total_ms", **case), amdahl.staged_total_ms(**case), hint=REPLACE)


@check("prop", of="staged_total_ms")
@given(pipelines(), shifts())
def test_order_of_stages(student: Student, case: dict[str, Any], places: int) -> None:
    """调换阶段（连同它的倍数）的顺序，总时间不变。

    The stages, each with its factor, in another order take the same time.
    """
    cut = places % len(case["stage_ms"])
    moved = {name: values[cut:] + values[:cut] for name, values in case.items()}
    close(student.call("staged_total_ms", **moved), amdahl.staged_total_ms(**case), hint=REPLACE)


@check("prop", of="staged_total_ms")
@given(stage_times())
def test_nothing_changed(student: Student, stage_ms: list[float]) -> None:
    """所有倍数都是 1 时，总时间就是原来的总和。

    With all factors 1 the total is the sum of the times before.
    """
    got = student.call("staged_total_ms", stage_ms=stage_ms, factor=[1.0] * len(stage_ms))
    close(got, math.fsum(stage_ms), hint=REPLACE)


@check("prop", of="overall_speedup", weight=2)
@given(pipelines())
def test_speedup_model(student: Student, case: dict[str, Any]) -> None:
    """整体加速比与模型一致。

    The overall speedup is that of the model.
    """
    got = student.call("overall_speedup", **case)
    close(got, amdahl.overall_speedup(**case), hint=RATIO_OF_TIMES)


@check("prop", of="overall_speedup")
@given(stage_times(), finite_factors())
def test_same_factor_everywhere(student: Student, stage_ms: list[float], factor: float) -> None:
    """每个阶段都快 f 倍，整体就快 f 倍。

    If every stage is f times faster, so is the whole.
    """
    got = student.call("overall_speedup", stage_ms=stage_ms, factor=[factor] * len(stage_ms))
    close(got, factor, hint=RATIO_OF_TIMES)


@check("prop", of="overall_speedup")
@given(pipelines(finite_factors()))
def test_between_the_factors(student: Student, case: dict[str, Any]) -> None:
    """整体加速比不小于最小的倍数，不大于最大的倍数。

    The overall speedup is not below the smallest factor and not above the largest.
    """
    got = real(student.call("overall_speedup", **case))
    holds(
        bool(min(case["factor"]) * (1 - 1e-9) <= got <= max(case["factor"]) * (1 + 1e-9)),
        zh="最小的倍数 ≤ 整体加速比 ≤ 最大的倍数",
        en="smallest factor <= overall speedup <= largest factor",
        got=got,
        hint=RATIO_OF_TIMES,
    )


@check("prop", of="overall_speedup")
@given(pipelines(finite_factors()), shifts())
def test_raising_a_factor(student: Student, case: dict[str, Any], place: int) -> None:
    """把一个阶段再加速一倍，整体不会变慢，新的加速比与模型一致。

    Making one stage twice as fast again never slows the whole; the new speedup is the model's.
    """
    factor = list(case["factor"])
    factor[place % len(factor)] *= 2
    before = real(student.call("overall_speedup", **case))
    after = real(student.call("overall_speedup", stage_ms=case["stage_ms"], factor=factor))
    holds(
        bool(after >= before * (1 - 1e-9)),
        zh="一个倍数变大，整体加速比不应变小",
        en="with one factor raised the overall speedup should not fall",
        got=(before, after),
    )
    close(after, amdahl.overall_speedup(case["stage_ms"], factor), hint=RATIO_OF_TIMES)


@check("prop", of="speedup_ceiling", weight=2)
@given(choices())
def test_ceiling_model(student: Student, case: dict[str, Any]) -> None:
    """上限与模型一致。

    The ceiling is that of the model.
    """
    close(
        student.call("speedup_ceiling", **case), amdahl.speedup_ceiling(**case), hint=WHAT_IS_LEFT
    )


@check("prop", of="speedup_ceiling")
@given(choices(), finite_factors())
def test_never_beyond_the_ceiling(student: Student, case: dict[str, Any], factor: float) -> None:
    """只加速这些阶段，不管快多少倍，整体都超不过上限。

    However many times faster these stages become, the overall speedup never exceeds the ceiling.
    """
    count = len(case["stage_ms"])
    factors = [factor if i in case["accelerated"] else 1.0 for i in range(count)]
    reached = amdahl.overall_speedup(case["stage_ms"], factors)
    ceiling = student.call("speedup_ceiling", **case)
    if not (isinstance(ceiling, Real) and ceiling == INF):
        real(ceiling)
    holds(
        bool(ceiling >= reached * (1 - 1e-9)),
        zh="上限不应低于已经达到的加速比",
        en="the ceiling should not be below a speedup that is reached",
        got=ceiling,
        hint=WHAT_IS_LEFT,
    )


@check("prop", of="speedup_ceiling")
@given(stage_times(at_least=2), shifts())
def test_ceiling_of_one_stage(student: Student, stage_ms: list[float], place: int) -> None:
    """只能加速一个阶段时，上限是总时间除以其余阶段的时间。

    If one stage can be accelerated, the ceiling is the total over the time of the others.
    """
    index = place % len(stage_ms)
    rest = math.fsum(stage_ms[:index] + stage_ms[index + 1 :])
    want = math.fsum(stage_ms) / rest if rest else INF
    got = student.call("speedup_ceiling", stage_ms=stage_ms, accelerated={index})
    close(got, want, hint=WHAT_IS_LEFT)


def refuses(student: Student, function: str) -> None:
    """Demand that a function of times and factors refuses what the prompt lists."""
    for stage_ms in BAD_TIMES:
        with expects(ValueError):
            student.call(function, stage_ms=stage_ms, factor=[2.0] * len(stage_ms))
    for factor in BAD_FACTORS:
        with expects(ValueError):
            student.call(function, stage_ms=INFERENCE, factor=factor)


@check("err", of="staged_total_ms", valid={"stage_ms": INFERENCE, "factor": GEMM_8})
def test_total_refuses(student: Student) -> None:
    """staged_total_ms 拒绝空的、全为 0 的、负的、非有限的时间，以及不合理的倍数。

    staged_total_ms refuses no times, times that are all 0, negative or not finite, and bad factors.
    """
    refuses(student, "staged_total_ms")


@check("err", of="overall_speedup", valid={"stage_ms": INFERENCE, "factor": GEMM_8})
def test_speedup_refuses(student: Student) -> None:
    """overall_speedup 拒绝同样的参数。

    overall_speedup refuses the same arguments.
    """
    refuses(student, "overall_speedup")


@check("err", of="speedup_ceiling", valid={"stage_ms": INFERENCE, "accelerated": {1}})
def test_ceiling_refuses(student: Student) -> None:
    """speedup_ceiling 拒绝不合理的时间和超出范围的下标。

    speedup_ceiling refuses bad times and indices out of range.
    """
    for stage_ms in BAD_TIMES:
        with expects(ValueError):
            student.call("speedup_ceiling", stage_ms=stage_ms, accelerated=set())
    for accelerated in ({3}, {0, 7}, {-1}, {1, -3}):
        with expects(ValueError):
            student.call("speedup_ceiling", stage_ms=INFERENCE, accelerated=accelerated)
