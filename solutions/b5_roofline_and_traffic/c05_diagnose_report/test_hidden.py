"""The hidden checks of c05: reports with known faults, and what no rewriting may change."""

import math

from assignments.b5_roofline_and_traffic.c05_diagnose_report.inputs import (
    any_stories,
    clean_reports,
    longer,
    orders,
    reports,
    reports_at_a_limit,
    units,
    wasteful_reports,
)
from grader import check, exact, expects, given, holds
from reference.models import diagnosis

# An addition that takes 0.25 ms at least.
SLOW = {
    "n": 50_000_000,
    "itemsize": 4,
    "reads": 2,
    "writes": 1,
    "flop_per_item": 1,
    "traffic": (0.6, "GB"),
    "time": (0.625, "ms"),
    "peak_bw": (2400, "GB/s"),
    "peak_flop_per_s": 30e12,
    "synchronised": True,
    "warm": False,
    "cache_bytes": 50_000_000,
    "advice": "less_traffic",
}
IN_GIB = SLOW | {"traffic": (0.6, "GiB"), "time": (0.26, "ms")}
HEAVY = SLOW | {"flop_per_item": 1000, "time": (2, "ms"), "advice": "more_flop_peak"}
# 1 GiB at 1 GiB/s is 1 s, and so are 2^30 FLOP at 2^30 FLOP/s: every threshold is hit exactly.
DYADIC = SLOW | {
    "n": 2**26,
    "itemsize": 8,
    "reads": 1,
    "flop_per_item": 16,
    "traffic": (1, "GiB"),
    "time": (1, "s"),
    "peak_bw": (1, "GiB/s"),
    "peak_flop_per_s": 2**30,
    "warm": True,
    "cache_bytes": 2**29,
    "advice": "none",
}
# 0.2 ms for the traffic and 0.2 ms for the arithmetic, but 200 * 1e-6 is rounded down.
DECIMAL = SLOW | {
    "flop_per_item": 120,
    "time": (200, "us"),
    "peak_bw": (3, "TB/s"),
    "advice": "none",
}
# Every count as small as it may be, on a machine that moves one byte a second.
SMALLEST = SLOW | {
    "n": 1,
    "itemsize": 1,
    "reads": 1,
    "writes": 1,
    "flop_per_item": 0,
    "traffic": (2, "B"),
    "time": (2.2, "s"),
    "peak_bw": (1, "B/s"),
    "peak_flop_per_s": 0.5,
    "warm": True,
    "cache_bytes": 1,
}
# For what the checks of all codes and of the step look at from another side: half the draws do.
FEWER = 50
MEASUREMENT = {code for code, _ in diagnosis.STEPS}
REPAIRS = tuple(step for _, step in diagnosis.STEPS)
OUTSIDE = (
    {"n": 0},
    {"itemsize": 0},
    {"reads": 0},
    {"writes": 0},
    {"flop_per_item": -1},
    {"cache_bytes": 0},
    {"traffic": (0, "GB")},
    {"time": (math.nan, "ms")},
    {"peak_bw": (math.inf, "GB/s")},
    {"peak_flop_per_s": -30e12},
)
UNKNOWN = (
    {"traffic": (0.6, "gb")},
    {"traffic": (0.6, "GB/s")},
    {"time": (1, "min")},
    {"peak_bw": (2400, "GB")},
    {"advice": "buy_more"},
)


@check("ex", of="diagnose")
def test_variations_of_a_report(student):
    """一份向量加法报告的几个变体：慢的、写成 GiB 的、缓存放得下与放不下的。

    Variations of a report on an addition: slow, in GiB, one that fits the cache and one that does
    not.
    """
    exact(student.call("diagnose", report=SLOW), set())
    exact(
        student.call("diagnose", report=IN_GIB),
        {"binary_prefix", "over_bandwidth"},
        hint=("速率用报告声称的数算。", "Rates are computed from what the report claims."),
    )
    fits = SLOW | {"n": 4_000_000, "traffic": (48, "MB"), "warm": True}
    exact(student.call("diagnose", report=fits), {"cache_resident"})
    exact(student.call("diagnose", report=fits | {"warm": False}), set())
    larger = fits | {"n": 4_300_000, "traffic": (51_600_000, "B")}
    exact(student.call("diagnose", report=larger), set())


@check("ex", of="diagnose")
def test_claims_near_the_tolerance(student):
    """声称的搬运量差 0.05 % 只是四舍五入，差 0.15 % 就不对了。

    A claimed traffic that is off by 0.05 % is rounded, one that is off by 0.15 % is wrong.
    """
    for megabytes, want in (
        (600.3, set()),
        (599.7, set()),
        (600.9, {"extra_traffic"}),
        (599.1, {"traffic_too_small"}),
    ):
        exact(student.call("diagnose", report=SLOW | {"traffic": (megabytes, "MB")}), want)


@check("ex", of="diagnose")
def test_smallest_report(student):
    """各项计数都取最小值、以 B 为单位的报告：没有毛病；多报；超带宽；恰好在缓存里。

    Every count at its minimum, in plain bytes: nothing wrong; extra traffic; over the bandwidth;
    data that just fit the cache.
    """
    exact(student.call("diagnose", report=SMALLEST), set())
    claimed = SMALLEST | {"traffic": (3, "B"), "time": (4, "s")}
    exact(
        student.call("diagnose", report=claimed),
        {"extra_traffic"},
        hint=("B 没有孪生单位。", "B has no twin."),
    )
    exact(student.call("diagnose", report=SMALLEST | {"time": (1.5, "s")}), {"over_bandwidth"})
    exact(student.call("diagnose", report=SMALLEST | {"cache_bytes": 2}), {"cache_resident"})


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
    rounded = ("换算单位会有舍入误差。", "Converting units rounds.")
    exact(student.call("diagnose", report=DECIMAL), set(), hint=rounded)
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
    cached = SLOW | {"time": (0.2, "ms"), "warm": True, "cache_bytes": 10**10}
    exact(student.call("next_step", report=cached), "enlarge_input_or_name_cache")
    exact(student.call("next_step", report=cached | {"traffic": (0.5, "GB")}), "recount_bytes")


@check("ex", of="next_step")
def test_step_of_a_sound_report(student):
    """测量没有毛病的报告：按离下界的远近和起限制的一边决定。

    Reports that are measured soundly: the distance from the bound and the limiting side decide.
    """
    exact(student.call("next_step", report=SLOW), "raise_utilisation")
    exact(student.call("next_step", report=HEAVY | {"time": (1.8, "ms")}), "raise_compute")
    wasteful = SLOW | {"traffic": (0.62, "GB"), "time": (0.27, "ms")}
    exact(student.call("next_step", report=wasteful), "cut_traffic")
    exact(student.call("next_step", report=DYADIC), "cut_traffic")
    exact(student.call("next_step", report=DECIMAL), "cut_traffic")
    exact(student.call("next_step", report=SMALLEST), "cut_traffic")


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
@given(reports_at_a_limit(), examples=FEWER)
def test_codes_at_a_limit(student, report):
    """恰好在上限上的报告，换成任何单位都不算超；只差舍入误差的两个时间算相等。

    A report exactly at a limit is not over it, in whatever units; two times that differ by rounding
    are equal.
    """
    exact(
        student.call("diagnose", report=report),
        diagnosis.diagnose(report),
        hint=("换算单位会有舍入误差。", "Converting units rounds."),
    )


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


@check("prop", of="next_step")
@given(reports_at_a_limit(), examples=FEWER)
def test_step_at_a_limit(student, report):
    """恰好在上限上的报告没有超，可以谈优化。

    A report exactly at a limit is not over it and may be optimised.
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
