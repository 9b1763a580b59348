"""The hidden checks of c05: reports with known faults, and what no rewriting may change."""

import math

from assignments.b5_roofline_and_traffic.c05_diagnose_report.inputs import (
    any_stories,
    clean_reports,
    longer,
    orders,
    reports,
    units,
    wasteful_reports,
)
from grader import check, exact, expects, given, holds
from reference.models import diagnosis

WORKED = {
    "n": 100_000_000,
    "itemsize": 4,
    "reads": 2,
    "writes": 1,
    "flop_per_item": 1,
    "traffic": (1.2, "GB"),
    "time": (0.125, "ms"),
    "peak_bw": (4800, "GB/s"),
    "peak_flop_per_s": 67e12,
    "synchronised": True,
    "warm": False,
    "cache_bytes": 50_000_000,
    "advice": "more_flop_peak",
}
SLOW = WORKED | {"time": (0.625, "ms"), "advice": "less_traffic"}
IN_GIB = SLOW | {"traffic": (1.2, "GiB"), "time": (0.26, "ms")}
HEAVY = WORKED | {"flop_per_item": 1000, "time": (2, "ms")}
# 1 GiB at 1 GiB/s is 1 s, and so are 2^30 FLOP at 2^30 FLOP/s: every threshold is hit exactly.
DYADIC = WORKED | {
    "n": 2**26,
    "itemsize": 8,
    "reads": 1,
    "flop_per_item": 16,
    "traffic": (1, "GiB"),
    "time": (1, "s"),
    "peak_bw": (1, "GiB/s"),
    "peak_flop_per_s": 2**30,
    "warm": True,
    "cache_bytes": 2**30 - 1,
    "advice": "none",
}
# For what the checks of all codes and of the step look at from another side: half the draws do.
FEWER = 50
MEASUREMENT = {code for code, _ in diagnosis.STEPS}
REPAIRS = tuple(step for _, step in diagnosis.STEPS)
OUTSIDE = (
    {"n": 0},
    {"writes": 0},
    {"flop_per_item": -1},
    {"cache_bytes": 0},
    {"traffic": (0, "GB")},
    {"time": (math.nan, "ms")},
    {"peak_bw": (math.inf, "GB/s")},
    {"peak_flop_per_s": -67e12},
)
UNKNOWN = (
    {"traffic": (1.2, "gb")},
    {"traffic": (1.2, "GB/s")},
    {"time": (1, "min")},
    {"peak_bw": (4800, "GB")},
    {"advice": "buy_more"},
)


@check("ex", of="diagnose")
def test_variations_of_the_report(student):
    """题目报告的几个变体：慢的、写成 GiB 的、缓存放得下与放不下的。

    Variations of the report: a slow one, one in GiB, one that fits the cache and one that does not.
    """
    exact(student.call("diagnose", report=SLOW), set())
    exact(
        student.call("diagnose", report=IN_GIB),
        {"binary_prefix", "over_bandwidth"},
        hint=("速率用报告声称的数算。", "Rates are computed from what the report claims."),
    )
    fits = SLOW | {"n": 4_166_666, "traffic": (49.999992, "MB"), "warm": True}
    exact(student.call("diagnose", report=fits), {"cache_resident"})
    exact(student.call("diagnose", report=fits | {"warm": False}), set())
    larger = fits | {"n": 4_166_667, "traffic": (50_000_004, "B")}
    exact(student.call("diagnose", report=larger), set())


@check("ex", of="diagnose")
def test_limiter_from_what_is_needed(student):
    """受算术限制的内核声称搬了很多字节，仍受算术限制。

    A kernel limited by arithmetic that claims a lot of traffic is still limited by arithmetic.
    """
    report = HEAVY | {"traffic": (1.5, "TB"), "time": (1, "s"), "advice": "less_traffic"}
    exact(
        student.call("diagnose", report=report),
        {"extra_traffic", "advice_mismatch"},
        hint=("哪一边起限制，看必要的搬运量。", "The necessary traffic decides what limits."),
    )
    exact(student.call("diagnose", report=HEAVY), set())
    exact(student.call("diagnose", report=HEAVY | {"time": (1.4, "ms")}), {"over_compute"})


@check("ex", of="diagnose")
def test_exactly_at_the_thresholds(student):
    """恰好等于上限不算超；缓存恰好放得下算在缓存里；两个时间相等算受带宽限制。

    A rate exactly at its limit is not over it, data that just fit are in the cache, and with two
    equal times the bandwidth limits.
    """
    exact(student.call("diagnose", report=DYADIC), set())
    exact(student.call("diagnose", report=DYADIC | {"cache_bytes": 2**30}), {"cache_resident"})
    advised = DYADIC | {"advice": "more_flop_peak"}
    exact(student.call("diagnose", report=advised), {"advice_mismatch"})
    exact(student.call("diagnose", report=DYADIC | {"advice": "more_bandwidth"}), set())


@check("ex", of="next_step")
def test_most_urgent_step(student):
    """几个毛病同时出现时先做哪一件。

    What to do first when several things are wrong.
    """
    exact(student.call("next_step", report=IN_GIB), "fix_units")
    exact(student.call("next_step", report=IN_GIB | {"synchronised": False}), "sync_and_retime")
    cached = WORKED | {"warm": True, "cache_bytes": 10**10}
    exact(student.call("next_step", report=cached), "enlarge_input_or_name_cache")
    exact(student.call("next_step", report=cached | {"traffic": (1, "GB")}), "recount_bytes")


@check("ex", of="next_step")
def test_step_of_a_sound_report(student):
    """测量没有毛病的报告：按离下界的远近和起限制的一边决定。

    Reports that are measured soundly: the distance from the bound and the limiting side decide.
    """
    exact(student.call("next_step", report=SLOW), "raise_utilisation")
    exact(student.call("next_step", report=HEAVY | {"time": (1.6, "ms")}), "raise_compute")
    wasteful = SLOW | {"traffic": (1.24, "GB"), "time": (0.26, "ms")}
    exact(student.call("next_step", report=wasteful), "cut_traffic")
    exact(student.call("next_step", report=DYADIC), "cut_traffic")


@check("prop", of="diagnose", weight=3)
@given(reports())
def test_codes(student, report):
    """随机报告的全部代码。

    All codes of a report drawn at random.
    """
    exact(student.call("diagnose", report=report), diagnosis.diagnose(report))


@check("prop", of="diagnose")
@given(wasteful_reports())
def test_codes_despite_extra_traffic(student, report):
    """多搬了字节的报告：哪一边起限制，仍看必要的搬运量。

    Reports that move too much: what limits is still decided by the necessary traffic.
    """
    exact(student.call("diagnose", report=report), diagnosis.diagnose(report))


@check("prop", of="diagnose")
@given(clean_reports(), examples=FEWER)
def test_clean_report(student, report):
    """按模型写出的报告，除了建议，挑不出毛病。

    A report that agrees with the model has nothing wrong with it but perhaps its advice.
    """
    exact(student.call("diagnose", report=report), diagnosis.diagnose(report))


@check("prop", of="diagnose")
@given(any_stories(), units(), units(), examples=FEWER)
def test_units_change_nothing(student, story, units, others):
    """同一份报告换一套单位，代码不变。

    The same report in other units has the same codes.
    """
    if story.twin:
        # Which unit was mistaken for which is part of the report.
        others = (units[0], *others[1:])
    codes = diagnosis.diagnose(story.told(*units))
    exact(student.call("diagnose", report=story.told(*others)), codes)


@check("prop", of="diagnose")
@given(reports(), longer(), examples=FEWER)
def test_longer_time(student, report, factor):
    """时间变长，只会去掉 "over_…"，别的代码不变。

    A longer time only removes "over_…"; all other codes stay.
    """
    value, unit = report["time"]
    slower = report | {"time": (value * factor, unit)}
    exact(student.call("diagnose", report=slower), diagnosis.diagnose(slower))


@check("prop", of="diagnose")
@given(reports(), orders(), examples=FEWER)
def test_order_of_keys(student, report, order):
    """键的先后和多出来的键没有影响。

    The order of the keys and further keys mean nothing.
    """
    keys = list(report)
    shuffled = {key: report[key] for key in (*keys[order:], *keys[:order])} | {"author": "?"}
    exact(student.call("diagnose", report=shuffled), diagnosis.diagnose(report))


@check("prop", of="next_step", weight=3)
@given(reports())
def test_step(student, report):
    """随机报告的下一步。

    The next step of a report drawn at random.
    """
    exact(student.call("next_step", report=report), diagnosis.next_step(report))


@check("prop", of="next_step")
@given(wasteful_reports())
def test_step_despite_extra_traffic(student, report):
    """多搬了字节不妨碍优化；哪一边起限制，仍看必要的搬运量。

    Extra traffic does not stand in the way of optimising, and does not decide what limits.
    """
    exact(student.call("next_step", report=report), diagnosis.next_step(report))


@check("prop", of="next_step", weight=2)
@given(reports().filter(lambda r: diagnosis.diagnose(r) & MEASUREMENT), examples=FEWER)
def test_measurement_comes_first(student, report):
    """测量有毛病时，下一步不是优化。

    While the measurement is wrong, the next step is no optimisation.
    """
    step = student.call("next_step", report=report)
    holds(
        isinstance(step, str) and step in REPAIRS,
        zh="先把测量弄对，再谈优化",
        en="the measurement is put right before anything is optimised",
        got=step,
    )
    exact(step, diagnosis.next_step(report))


@check("prop", of="next_step")
@given(clean_reports(), examples=FEWER)
def test_step_of_a_clean_report(student, report):
    """测量没有毛病时，由离下界的远近和起限制的一边决定。

    With a sound measurement, the distance from the bound and the limiting side decide.
    """
    exact(student.call("next_step", report=report), diagnosis.next_step(report))


def _refused(student, function):
    for bad in (*OUTSIDE, *UNKNOWN):
        with expects(ValueError):
            student.call(function, report=SLOW | bad)
    for missing in ("itemsize", "traffic", "synchronised", "cache_bytes", "advice"):
        with expects(ValueError):
            student.call(function, report={k: v for k, v in SLOW.items() if k != missing})


@check("err", of="diagnose", valid={"report": SLOW})
def test_diagnose_refuses(student):
    """缺少的键、超出范围的数、不认识的单位或建议要抛出 ValueError。

    Missing keys, numbers out of range, unknown units or advice raise ValueError.
    """
    _refused(student, "diagnose")


@check("err", of="next_step", valid={"report": SLOW})
def test_next_step_refuses(student):
    """缺少的键、超出范围的数、不认识的单位或建议要抛出 ValueError。

    Missing keys, numbers out of range, unknown units or advice raise ValueError.
    """
    _refused(student, "next_step")
