"""The hidden checks of q20: the report's numbers, the model, what follows from the bound."""

import math

from assignments.b5_roofline_and_traffic.q20_over_bandwidth.inputs import (
    factors_of_bound,
    kernels,
    limits,
    scales,
    times_s,
)
from grader import check, close, exact, expects, given
from reference.models import roofline

ADD = {"n": 100_000_000, "itemsize": 4, "streams": 3, "flop_per_item": 1}
ADD_FP16 = ADD | {"itemsize": 2}
H200 = {"flop_per_s": 67e12, "bytes_per_s": 4.8e12}
REPORTED_S = 0.125e-3
NO_KERNEL = ({"n": 0}, {"itemsize": 0}, {"streams": 0}, {"streams": -1}, {"flop_per_item": -1})


@check("ex", of="implied_rates")
def test_report_rates(student):
    """题中报告的三个数：搬运量、隐含带宽、隐含算力；再换几个数算一次。

    The three numbers of the report: traffic, implied bandwidth, implied arithmetic rate; and those
    of a variation.
    """
    want = {"bytes": 1.2e9, "bytes_per_s": 9.6e12, "flop_per_s": 0.8e12}
    close(student.call("implied_rates", **ADD, time_s=REPORTED_S), want)
    half = {"bytes": 0.6e9, "bytes_per_s": 4.8e12, "flop_per_s": 0.8e12}
    close(student.call("implied_rates", **ADD_FP16, time_s=REPORTED_S), half)


@check("ex", of="min_time_s")
def test_report_bound(student):
    """报告中的向量加法在 H200 上的时间下界；再换几个数算一次。

    The time bound of the report's vector addition on an H200, and that of a variation.
    """
    sharing = ("读和写共用一份带宽。", "Reads and writes share one bandwidth.")
    close(student.call("min_time_s", **ADD, **H200), 0.25e-3, hint=sharing)
    close(student.call("min_time_s", **ADD_FP16, **H200), 0.125e-3, hint=sharing)


@check("ex", of="is_consistent")
def test_report_verdict(student):
    """报告的时间，以及几个相近的情形，结论都要对。

    The verdict on the report's time and on some variations of it.
    """
    sharing = ("读和写共用一份带宽。", "Reads and writes share one bandwidth.")
    exact(student.call("is_consistent", **ADD, **H200, time_s=REPORTED_S), False, hint=sharing)
    exact(student.call("is_consistent", **ADD_FP16, **H200, time_s=REPORTED_S), True)
    exact(student.call("is_consistent", **ADD, **H200, time_s=0.625e-3), True)


@check("prop", of="implied_rates", weight=2)
@given(kernels(), times_s())
def test_rates(student, kernel, time_s):
    """搬运量是 n·itemsize·streams，速率是 Q/t 与 F/t。

    The traffic is n·itemsize·streams, the rates are Q/t and F/t.
    """
    want = roofline.implied_rates(**kernel, time_s=time_s)
    close(
        student.call("implied_rates", **kernel, time_s=time_s),
        want,
        hint=(
            "看看每个参数是否都用上了、单位是否都对。",
            "Is every argument used, and in its unit?",
        ),
    )


@check("prop", of="implied_rates")
@given(kernels(), times_s(), scales())
def test_rates_do_not_scale(student, kernel, time_s, scale):
    """n 与时间同乘一个数：搬运量也乘这个数，两个速率不变。

    Multiplying n and the time by one number multiplies the traffic by it and leaves both rates.
    """
    before = roofline.implied_rates(**kernel, time_s=time_s)
    larger = kernel | {"n": kernel["n"] * scale}
    want = before | {"bytes": before["bytes"] * scale}
    close(student.call("implied_rates", **larger, time_s=time_s * scale), want)


@check("prop", of="min_time_s", weight=2)
@given(kernels(), limits())
def test_bound(student, kernel, limits):
    """下界是 F/P 与 Q/B 中较大的一个。

    The bound is the larger of F/P and Q/B.
    """
    close(student.call("min_time_s", **kernel, **limits), roofline.min_time_s(**kernel, **limits))


@check("prop", of="min_time_s")
@given(kernels(), limits(), scales())
def test_bound_scales(student, kernel, limits, scale):
    """项数乘一个数，下界也乘这个数。

    Multiplying the number of items by a number multiplies the bound by it.
    """
    larger = kernel | {"n": kernel["n"] * scale}
    want = scale * roofline.min_time_s(**kernel, **limits)
    close(student.call("min_time_s", **larger, **limits), want)


@check("prop", of="min_time_s")
@given(kernels(), limits(), scales())
def test_the_other_limit_does_not_help(student, kernel, limits, scale):
    """只提高不起作用的那个上限，下界不变。

    Raising only the limit that does not set the bound leaves the bound as it is.
    """
    bound_s = roofline.min_time_s(**kernel, **limits)
    compute_s = kernel["n"] * kernel["flop_per_item"] / limits["flop_per_s"]
    idle = "bytes_per_s" if compute_s == bound_s else "flop_per_s"
    raised = limits | {idle: limits[idle] * scale}
    close(student.call("min_time_s", **kernel, **raised), bound_s)


@check("prop", of="is_consistent")
@given(kernels(), limits(), factors_of_bound())
def test_verdict(student, kernel, limits, factor):
    """时间不小于下界时自洽，否则不自洽。

    A time not below the bound is consistent, any other is not.
    """
    time_s = factor * roofline.min_time_s(**kernel, **limits)
    exact(
        student.call("is_consistent", **kernel, **limits, time_s=time_s),
        roofline.is_consistent(**kernel, **limits, time_s=time_s),
        hint=(
            "两个上限都要查；单位也再看一眼。",
            "Check both limits, and look at the units again.",
        ),
    )


@check("prop", of="is_consistent")
@given(kernels(), limits(), factors_of_bound())
def test_verdict_by_rates(student, kernel, limits, factor):
    """当且仅当两个隐含速率都不超过各自的上限时，报告自洽。

    A report is consistent if and only if neither implied rate exceeds its limit.
    """
    time_s = factor * roofline.min_time_s(**kernel, **limits)
    rates = roofline.implied_rates(**kernel, time_s=time_s)
    within = all(rates[name] <= limit * (1 + roofline.REL_TOL) for name, limit in limits.items())
    exact(student.call("is_consistent", **kernel, **limits, time_s=time_s), within)


@check("prop", of="is_consistent")
@given(kernels(), limits(), factors_of_bound(), scales())
def test_verdict_does_not_scale(student, kernel, limits, factor, scale):
    """n 与时间同乘一个数，结论不变。

    Multiplying n and the time by one number does not change the verdict.
    """
    time_s = factor * roofline.min_time_s(**kernel, **limits)
    larger = kernel | {"n": kernel["n"] * scale}
    exact(
        student.call("is_consistent", **larger, **limits, time_s=time_s * scale),
        roofline.is_consistent(**kernel, **limits, time_s=time_s),
    )


@check("prop", of="is_consistent")
@given(kernels(), limits())
def test_verdict_at_the_bound(student, kernel, limits):
    """下界本身自洽，下界的 0.99 倍不自洽。

    The bound itself is consistent, 0.99 of it is not.
    """
    bound_s = roofline.min_time_s(**kernel, **limits)
    exact(
        student.call("is_consistent", **kernel, **limits, time_s=bound_s),
        True,
        hint=("恰好等于下界算不算？", "What about a time exactly on the bound?"),
    )
    exact(student.call("is_consistent", **kernel, **limits, time_s=0.99 * bound_s), False)


@check("err", of="implied_rates", valid=ADD | {"time_s": REPORTED_S})
def test_rates_refuse(student):
    """超出范围的计数或时间要抛出 ValueError。

    Counts or times out of range raise ValueError.
    """
    for bad in (*NO_KERNEL, *({"time_s": t} for t in (0.0, -1e-3, math.nan, math.inf))):
        with expects(ValueError):
            student.call("implied_rates", **ADD | {"time_s": REPORTED_S} | bad)


@check("err", of="min_time_s", valid=ADD | H200)
def test_bound_refuses(student):
    """超出范围的计数或上限要抛出 ValueError。

    Counts or limits out of range raise ValueError.
    """
    bad_limits = (
        {"flop_per_s": 0.0},
        {"flop_per_s": math.nan},
        {"bytes_per_s": -4.8e12},
        {"bytes_per_s": math.inf},
    )
    for bad in (*NO_KERNEL, *bad_limits):
        with expects(ValueError):
            student.call("min_time_s", **ADD | H200 | bad)


@check("err", of="is_consistent", valid=ADD | H200 | {"time_s": REPORTED_S})
def test_verdict_refuses(student):
    """超出范围的计数、时间或上限要抛出 ValueError，而不是返回 False。

    Counts, times or limits out of range raise ValueError; they are not answered with False.
    """
    bad_numbers = (
        {"time_s": 0.0},
        {"time_s": math.nan},
        {"flop_per_s": -67e12},
        {"bytes_per_s": math.inf},
    )
    for bad in (*NO_KERNEL, *bad_numbers):
        with expects(ValueError):
            student.call("is_consistent", **ADD | H200 | {"time_s": REPORTED_S} | bad)
