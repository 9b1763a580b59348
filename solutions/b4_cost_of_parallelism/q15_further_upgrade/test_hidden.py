"""Hidden checks of q15: the lecture's upgrade, the model, the break-even, two groups of claims."""

from __future__ import annotations

import math
from typing import Any

from assignments.b4_cost_of_parallelism.q15_further_upgrade.inputs import (
    baselines,
    changes,
    equal_parts,
    factors,
    fractions,
    overheads,
    runs,
    two_versions,
)
from grader import Student, check, claims, close, exact, expects, given, holds, real, scenario
from reference.models import amdahl

LECTURE = {"t1_ms": 100.0, "s": 0.2}
NAN, INF = math.nan, math.inf
VERDICTS = ("gain", "tie", "loss")
OPPOSITE = {"gain": "loss", "tie": "tie", "loss": "gain"}
THREE_PARTS = (
    "三项相加：没有加速的、加速过的、开销。倍数只作用在其中一项上。",
    "Three parts add up: unaccelerated, accelerated, overhead; the factor acts on one only.",
)
AGAINST_THE_OLD = (
    "两个版本从同一个基线出发，比的是新与旧；旧版本的开销也在旧的总时间里。",
    "Both versions start from one baseline; compare new with old, its overhead included.",
)
OWN_OVERHEAD = (
    "先各算各的总时间，再比较；舍入造成的差别不算差别。",
    "Take each version's total time first, then compare; a difference of rounding is none.",
)
BAD_BASELINES = ({"t1_ms": 0.0}, {"t1_ms": -100.0}, {"t1_ms": NAN}, {"t1_ms": INF})
BAD_FRACTIONS = ({"s": -0.25}, {"s": 1.25}, {"s": NAN})
BAD_FACTORS = (0.0, -8.0, NAN)
BAD_OVERHEADS = (-0.5, NAN, INF)


def close_break_even(got: Any, want: float, t1_ms: float) -> None:
    """Demand a break-even overhead within 1e-9 of it or of T1, whichever is more.

    Near 0 a difference of two times has hardly a correct digit, however carefully it is taken.
    """
    rel = 1e-9 * max(1.0, t1_ms / abs(want)) if want else 1e-9
    close(got, want, rel=rel, abs=1e-9 * t1_ms, hint=AGAINST_THE_OLD)


def versions_of(case: dict[str, Any]) -> tuple[dict[str, float], dict[str, float]]:
    """Return (p, overhead_ms) of the version with p_low and of that with p_high.

    The second one's overhead misses the break-even by `margin` of T1, as far as it stays >= 0.
    """
    low = {"p": case["p_low"], "overhead_ms": case["overhead_low_ms"]}
    even = amdahl.break_even_overhead_ms(
        case["t1_ms"], case["s"], low["p"], case["p_high"], low["overhead_ms"]
    )
    overhead = max(0.0, even + case["margin"] * case["t1_ms"])
    return low, {"p": case["p_high"], "overhead_ms": overhead}


def change(case: dict[str, Any], old: dict[str, float], new: dict[str, float]) -> dict[str, float]:
    """Return the arguments of `judge_upgrade`."""
    return {
        "t1_ms": case["t1_ms"],
        "s": case["s"],
        "p_old": old["p"],
        "overhead_old_ms": old["overhead_ms"],
        "p_new": new["p"],
        "overhead_new_ms": new["overhead_ms"],
    }


def upward(case: dict[str, Any]) -> Any:
    """Return a situation in which the factor rises."""
    low, high = versions_of(case)
    if case["margin"] == 0:
        rule = "倍数变大，开销恰在盈亏平衡点 / a larger factor, overhead at the break-even"
    elif case["p_high"] == INF:
        rule = "新版本瞬间完成 / the new version's part takes no time"
    elif abs(case["margin"]) < 0.1:
        rule = "倍数变大，开销在盈亏平衡点附近 / a larger factor, overhead near the break-even"
    else:
        rule = "倍数变大，开销远离盈亏平衡点 / a larger factor, overhead far from the break-even"
    return scenario(rule, **change(case, low, high))


def downward(case: dict[str, Any]) -> Any:
    """Return a situation in which the factor falls."""
    low, high = versions_of(case)
    return scenario(
        "倍数变小，开销也不同 / a smaller factor with another overhead", **change(case, high, low)
    )


def sideways(case: dict[str, Any]) -> Any:
    """Return a situation in which only the overhead makes a difference."""
    low, high = versions_of(case)
    if case["s"] == 1:
        rule = "没有可加速的部分 / nothing that could be accelerated"
    else:
        rule = "倍数不变 / the same factor"
    return scenario(rule, **change(case, low, high))


@check("ex", of="amdahl_ms")
def test_sixteen_times(student: Student) -> None:
    """16 倍，没有开销和有 5 ms 开销；瞬间完成；s 为 0 和 1；变慢。

    16 times without overhead and with 5 ms; taking no time; fractions of 0 and 1; a slowdown.
    """
    for case, want in (
        ({**LECTURE, "p": 16.0}, 25.0),
        ({**LECTURE, "p": 16.0, "overhead_ms": 5.0}, 30.0),
        ({**LECTURE, "p": INF, "overhead_ms": 3.0}, 23.0),
        ({**LECTURE, "s": 0.0, "p": INF}, 0.0),
        ({**LECTURE, "s": 1.0, "p": 4.0, "overhead_ms": 2.0}, 102.0),
        ({**LECTURE, "p": 0.5}, 180.0),
    ):
        close(student.call("amdahl_ms", **case), want, hint=THREE_PARTS)


@check("ex", of="break_even_overhead_ms")
def test_break_even_examples(student: Student) -> None:
    """从 8 倍到 16 倍；旧版本已有 2 ms 开销；退回 4 倍；两个版本都瞬间完成；恰好是 0 的两例。

    From 8 to 16 times; with 2 ms of overhead in the old version; back to 4 times; both instant;
    two that are exactly 0.
    """
    for case, want in (
        ({**LECTURE, "p_old": 8.0, "p_new": 16.0}, 5.0),
        ({**LECTURE, "p_old": 8.0, "p_new": 16.0, "overhead_old_ms": 2.0}, 7.0),
        ({**LECTURE, "p_old": 8.0, "p_new": 4.0}, -10.0),
        ({**LECTURE, "p_old": 8.0, "p_new": INF}, 10.0),
        ({**LECTURE, "p_old": INF, "p_new": INF, "overhead_old_ms": 2.0}, 2.0),
        ({**LECTURE, "p_old": 8.0, "p_new": 4.0, "overhead_old_ms": 10.0}, 0.0),
        ({"t1_ms": 70.0, "s": 0.3, "p_old": 7.0, "p_new": 5.0, "overhead_old_ms": 2.8}, 0.0),
    ):
        got = student.call("break_even_overhead_ms", **case)
        close_break_even(got, want, case["t1_ms"])


@check("ex", of="judge_upgrade")
def test_judge_examples(student: Student) -> None:
    """从 8 倍到 16 倍，开销 4、5、6 ms；旧版本有 2 ms 开销；退回 4 倍。

    From 8 to 16 times with 4, 5 and 6 ms; with 2 ms in the old version; back to 4 times.
    """
    for p_old, overhead_old, p_new, overhead_new, want in (
        (8.0, 0.0, 16.0, 4.0, "gain"),
        (8.0, 0.0, 16.0, 5.0, "tie"),
        (8.0, 0.0, 16.0, 6.0, "loss"),
        (8.0, 2.0, 16.0, 7.0, "tie"),
        (8.0, 12.0, 4.0, 0.0, "gain"),
        (8.0, 2.0, 4.0, 0.0, "loss"),
    ):
        got = student.call(
            "judge_upgrade",
            **LECTURE,
            p_old=p_old,
            overhead_old_ms=overhead_old,
            p_new=p_new,
            overhead_new_ms=overhead_new,
        )
        exact(got, want, hint=OWN_OVERHEAD)


@check("prop", of="amdahl_ms", weight=2)
@given(runs())
def test_model(student: Student, case: dict[str, Any]) -> None:
    """总时间与模型一致。

    The total time is that of the model.
    """
    close(student.call("amdahl_ms", **case), amdahl.amdahl_ms(**case), hint=THREE_PARTS)


@check("prop", of="amdahl_ms")
@given(baselines(), fractions(), factors().filter(lambda p: p >= 1), overheads())
def test_between_the_ends(
    student: Student, t1_ms: float, s: float, p: float, overhead_ms: float
) -> None:
    """p ≥ 1 时，总时间不小于 s·T₁ + H（所以不计开销的加速比不超过 1/s）；s 变大，时间不会变短；
    s = 1 时是 T₁ + H。

    For p ≥ 1 the time is at least s·T₁ + H (so the speedup without overhead is at most 1/s); a
    larger s never shortens it, and s = 1 gives T₁ + H.
    """
    rest = {"t1_ms": t1_ms, "p": p, "overhead_ms": overhead_ms}
    got = real(student.call("amdahl_ms", **rest, s=s))
    more = real(student.call("amdahl_ms", **rest, s=(s + 1) / 2))
    least = s * t1_ms + overhead_ms
    holds(
        bool(least * (1 - 1e-9) <= got <= more * (1 + 1e-9)),
        zh="s·T₁ + H ≤ 总时间 ≤ s 更大时的总时间",
        en="s·T₁ + H <= time <= time with a larger s",
        got=(least, got, more),
        hint=THREE_PARTS,
    )
    close(student.call("amdahl_ms", **rest, s=1.0), t1_ms + overhead_ms, hint=THREE_PARTS)


@check("prop", of="amdahl_ms")
@given(runs(), factors().filter(lambda p: 1 <= p < INF), overheads())
def test_more_of_each(student: Student, case: dict[str, Any], more: float, extra: float) -> None:
    """p 再大几倍，时间不会变长；开销多几毫秒，时间就多几毫秒。

    A factor several times larger never takes longer; so many more ms of overhead take so many more
    ms.
    """
    first = real(student.call("amdahl_ms", **case))
    faster = real(student.call("amdahl_ms", **{**case, "p": case["p"] * more}))
    holds(
        bool(faster <= first * (1 + 1e-9)),
        zh="p 变大，总时间不应变长",
        en="with a larger p the time should not grow",
        got=(first, faster),
        hint=THREE_PARTS,
    )
    costlier = {**case, "overhead_ms": case["overhead_ms"] + extra}
    close(student.call("amdahl_ms", **costlier), first + extra, hint=THREE_PARTS)


@check("prop", of="break_even_overhead_ms", weight=2)
@given(changes())
def test_break_even_model(student: Student, case: dict[str, Any]) -> None:
    """盈亏平衡开销与模型一致，负的和接近 0 的也一样。

    The break-even overhead is that of the model, negative ones and those near 0 too.
    """
    want = amdahl.break_even_overhead_ms(**case)
    close_break_even(student.call("break_even_overhead_ms", **case), want, case["t1_ms"])


@check("prop", of="break_even_overhead_ms")
@given(two_versions())
def test_put_back(student: Student, case: dict[str, Any]) -> None:
    """倍数变大时，把得到的开销加给新版本，它与旧版本恰好一样快。

    With a larger factor, the new version with this overhead is exactly as fast as the old one.
    """
    t1_ms, s, old_ms = case["t1_ms"], case["s"], case["overhead_low_ms"]
    got = student.call(
        "break_even_overhead_ms",
        t1_ms=t1_ms,
        s=s,
        p_old=case["p_low"],
        p_new=case["p_high"],
        overhead_old_ms=old_ms,
    )
    new = amdahl.amdahl_ms(t1_ms, s, case["p_high"]) + real(got)
    close(new, amdahl.amdahl_ms(t1_ms, s, case["p_low"], old_ms), hint=AGAINST_THE_OLD)


@check("prop", of="break_even_overhead_ms")
@given(two_versions())
def test_there_and_back(student: Student, case: dict[str, Any]) -> None:
    """两个版本都没有旧开销时，来回两次的盈亏平衡开销互为相反数。

    Without an old overhead, the break-evens of going there and back are opposite numbers.
    """
    same = {"t1_ms": case["t1_ms"], "s": case["s"]}
    there = student.call(
        "break_even_overhead_ms", **same, p_old=case["p_low"], p_new=case["p_high"]
    )
    back = student.call("break_even_overhead_ms", **same, p_old=case["p_high"], p_new=case["p_low"])
    want = amdahl.break_even_overhead_ms(**same, p_old=case["p_low"], p_new=case["p_high"])
    close_break_even(there, want, case["t1_ms"])
    close_break_even(back, -want, case["t1_ms"])


@check("prop", of="judge_upgrade", weight=2)
@given(two_versions())
def test_around_the_break_even(student: Student, case: dict[str, Any]) -> None:
    """开销恰在盈亏平衡点是 "tie"；多出 T₁ 的 1 % 是 "loss"，少 1 %（只要还不小于 0）是 "gain"。

    An overhead at the break-even is a "tie"; 1 % of T₁ more is a "loss", 1 % less (where that is
    still not below 0) a "gain".
    """
    low, even = versions_of({**case, "margin": 0.0})
    step = case["t1_ms"] / 100
    for overhead_ms, want in (
        (even["overhead_ms"], "tie"),
        (even["overhead_ms"] + step, "loss"),
        (even["overhead_ms"] - step, "gain"),
    ):
        if overhead_ms >= 0:
            new = {"p": even["p"], "overhead_ms": overhead_ms}
            got = student.call("judge_upgrade", **change(case, low, new))
            exact(got, want, hint=OWN_OVERHEAD)


@check("prop", of="judge_upgrade")
@given(two_versions() | equal_parts())
def test_old_and_new_exchanged(student: Student, case: dict[str, Any]) -> None:
    """新旧对调，"gain" 与 "loss" 对调，"tie" 不变。

    With old and new exchanged, "gain" and "loss" are exchanged and "tie" stays.
    """
    low, high = versions_of(case)
    want = amdahl.judge_upgrade(**change(case, low, high))
    exact(student.call("judge_upgrade", **change(case, low, high)), want, hint=OWN_OVERHEAD)
    swapped = student.call("judge_upgrade", **change(case, high, low))
    exact(swapped, OPPOSITE[want], hint=OWN_OVERHEAD)


@check("claim", of="judge_upgrade")
@claims(two_versions().map(upward), answers=VERDICTS)
def test_larger_factor(scenario: Any) -> str:
    """倍数变大的任何一次升级，判断都要对。

    The verdict is right for every upgrade to a larger factor.
    """
    return amdahl.judge_upgrade(**scenario.args)


@check("claim", of="judge_upgrade")
@claims(two_versions().map(downward) | equal_parts().map(sideways), answers=VERDICTS)
def test_other_changes(scenario: Any) -> str:
    """倍数变小、不变，或者没有可加速的部分，判断也要对。

    The verdict is right for smaller and equal factors, too, and where nothing can be accelerated.
    """
    return amdahl.judge_upgrade(**scenario.args)


@check("err", of="amdahl_ms", valid={**LECTURE, "p": 8.0, "overhead_ms": 1.0})
def test_amdahl_refuses(student: Student) -> None:
    """amdahl_ms 拒绝超出范围的参数、NaN 和不允许的无穷大。

    amdahl_ms refuses arguments out of range, NaN and infinities that are not allowed.
    """
    good = {**LECTURE, "p": 8.0, "overhead_ms": 1.0}
    for bad in (
        *BAD_BASELINES,
        *BAD_FRACTIONS,
        *({"p": p} for p in BAD_FACTORS),
        *({"overhead_ms": h} for h in BAD_OVERHEADS),
    ):
        with expects(ValueError):
            student.call("amdahl_ms", **{**good, **bad})


@check("err", of="break_even_overhead_ms", valid={**LECTURE, "p_old": 8.0, "p_new": 16.0})
def test_break_even_refuses(student: Student) -> None:
    """break_even_overhead_ms 拒绝同样的参数，新旧两个倍数都看。

    break_even_overhead_ms refuses the same arguments, and looks at both factors.
    """
    good = {**LECTURE, "p_old": 8.0, "p_new": 16.0, "overhead_old_ms": 1.0}
    for bad in (
        *BAD_BASELINES,
        *BAD_FRACTIONS,
        *({"p_old": p} for p in BAD_FACTORS),
        *({"p_new": p} for p in BAD_FACTORS),
        *({"overhead_old_ms": h} for h in BAD_OVERHEADS),
    ):
        with expects(ValueError):
            student.call("break_even_overhead_ms", **{**good, **bad})


GOOD_CHANGE = {"p_old": 8.0, "overhead_old_ms": 1.0, "p_new": 16.0, "overhead_new_ms": 2.0}


@check("err", of="judge_upgrade", valid={**LECTURE, **GOOD_CHANGE})
def test_judge_refuses(student: Student) -> None:
    """judge_upgrade 拒绝同样的参数，两个版本的倍数和开销都看。

    judge_upgrade refuses the same arguments, and looks at factor and overhead of both versions.
    """
    for bad in (
        *BAD_BASELINES,
        *BAD_FRACTIONS,
        *({name: p} for name in ("p_old", "p_new") for p in BAD_FACTORS),
        *({name: h} for name in ("overhead_old_ms", "overhead_new_ms") for h in BAD_OVERHEADS),
    ):
        with expects(ValueError):
            student.call("judge_upgrade", **{**LECTURE, **GOOD_CHANGE, **bad})
