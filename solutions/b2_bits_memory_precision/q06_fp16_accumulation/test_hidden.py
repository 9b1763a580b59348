"""Hidden checks of q06: other formats, orders and steps, the model, properties, refusals."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import strategies as st

from assignments.b2_bits_memory_precision.q06_fp16_accumulation.inputs import (
    counts_of_ones,
    element_lists,
    formats,
    fp16_numbers,
    orders,
    small_integers,
    steps,
    sums,
)
from grader import Student, check, exact, expects, given, identical
from reference.models import floats

ONES = [1.0] * 4096
NAN, INF = math.nan, math.inf
EACH_ADDITION = (
    "先把输入舍入到 in_fmt、再到 acc_fmt；此后每次加法都舍入一次，不是最后才舍入。",
    "Round inputs to in_fmt, then to acc_fmt; then round every addition, not only the last.",
)
LEVELS = (
    "两两合并从相邻的两个开始，奇数个时最后一个不动；它不是对半切开再各自求和。",
    "Pairs are neighbours and an odd last element waits; it isn't cutting the list into halves.",
)
HIDDEN_BIT = (
    "数一数有效数字有几位，再想想这个格式的整数从哪里开始不再连续。",
    "Count the significand bits: where do the integers of this format stop being consecutive?",
)
REST = (
    "停点取决于间隔：步长与半个间隔相比如何？停点一定是 2 的幂。",
    "Gaps decide: how does the step compare with half a gap? The resting point is a power of two.",
)


@check("ex", of="accumulate")
def test_ones_in_fp32(student: Student) -> None:
    """4096 个 1，FP16 输入，用 FP32 从左到右累加。

    4096 ones, FP16 inputs, added from left to right in FP32.
    """
    got = student.call("accumulate", values=ONES, acc_fmt="fp32", order="left", in_fmt="fp16")
    identical(got, 4096.0, hint=("acc_fmt 起作用了吗？", "Does acc_fmt have an effect?"))


@check("ex", of="accumulate")
def test_ones_pairwise(student: Student) -> None:
    """4096 个 1，用 FP16 两两合并。

    4096 ones, added pairwise in FP16.
    """
    got = student.call("accumulate", values=ONES, acc_fmt="fp16", order="pairwise")
    identical(got, 4096.0, hint=("order 起作用了吗？", "Does order have an effect?"))


@check("ex", of="accumulate")
def test_ones_in_bf16(student: Student) -> None:
    """4096 个 1，输入和部分和都是 BF16，从左到右累加。

    4096 ones, inputs and partial sum both BF16, added from left to right.
    """
    got = student.call("accumulate", values=ONES, acc_fmt="bf16", in_fmt="bf16")
    identical(got, 256.0, hint=HIDDEN_BIT)


@check("ex", of="accumulate")
def test_ends_of_the_range(student: Student) -> None:
    """空序列得 0；FP16 的部分和在 65520 处溢出，65519 还没有；只在 acc_fmt 里溢出的输入按 ±∞ 算。

    An empty sequence gives 0; an FP16 partial sum overflows at 65520, but not at 65519; an input
    that overflows only in acc_fmt counts as ±∞.
    """
    hint = ("溢出得到无穷大，不是最大值。", "Overflow gives infinity, not the largest value.")
    empty = student.call("accumulate", values=[], acc_fmt="fp16")
    identical(empty, 0.0, signed_zero=False)
    below = student.call("accumulate", values=[65504.0, 15.0], acc_fmt="fp16")
    identical(below, 65504.0, hint=hint)
    beyond = student.call("accumulate", values=[-65504.0, -16.0], acc_fmt="fp16")
    identical(beyond, -INF, hint=hint)
    for value, want in ((65504.0, INF), (-65504.0, -INF)):
        # BF16 stores 65536.
        got = student.call("accumulate", values=[value], acc_fmt="fp16", in_fmt="bf16")
        identical(got, want, hint=hint)


@check("ex", of="accumulate")
def test_ends_of_the_wide_formats(student: Student) -> None:
    """BF16 和 FP32 的两端：最小的次正规数，最大的 2 的幂。

    Both ends of BF16 and FP32: the smallest subnormal number, the largest power of two.
    """
    hint = ("看看表里 e_min 和 e_max 两列。", "Look at the columns e_min and e_max of the table.")
    for fmt, bits in (("bf16", 8), ("fp32", 24)):
        least = 2.0 ** (-126 - bits + 1)
        for values, want in (
            ([least / 2], 0.0),
            ([least], least),
            ([least * 1.5], least * 2),
            ([2.0**127, 2.0**126], 1.5 * 2.0**127),
            ([2.0**127, 2.0**127], INF),
        ):
            got = student.call("accumulate", values=values, acc_fmt=fmt, in_fmt=fmt)
            identical(got, want, signed_zero=False, hint=hint)


# 200 examples: orders, formats and lengths multiply, and a single wrong rounding is rare. All that
# is drawn gives the same BF16 number directly and by way of FP32: x06 is about rounding twice.
@check("prop", of="accumulate", weight=2)
@given(sums("left"), examples=200)
def test_left(student: Student, case: dict[str, Any]) -> None:
    """从左到右累加，每一步舍入，与模型逐位相同。

    Adding from left to right with every step rounded gives the model's value, bit for bit.
    """
    got = student.call("accumulate", **case)
    identical(got, floats.accumulate(**case), signed_zero=False, hint=EACH_ADDITION)


# 200 examples for the same reason.
@check("prop", of="accumulate", weight=2)
@given(sums("pairwise"), examples=200)
def test_pairwise(student: Student, case: dict[str, Any]) -> None:
    """两两合并，每一步舍入，与模型逐位相同。

    Adding pairwise with every step rounded gives the model's value, bit for bit.
    """
    got = student.call("accumulate", **case)
    identical(got, floats.accumulate(**case), signed_zero=False, hint=LEVELS)


# 30 examples: each sends up to 4200 numbers, and only the length matters.
@check("prop", of="accumulate")
@given(counts_of_ones(), examples=30)
def test_n_ones(student: Student, count: int) -> None:
    """n 个 1 用 FP16 从左累加，得到 n，但最多 2048。

    n ones added from the left in FP16 give n, but never more than 2048.
    """
    got = student.call("accumulate", values=[1.0] * count, acc_fmt="fp16", order="left")
    identical(got, float(min(count, 2048)), signed_zero=False, hint=EACH_ADDITION)


@check("prop", of="accumulate")
@given(small_integers(limit=2048), orders())
def test_small_integers(student: Student, values: list[float], order: str) -> None:
    """绝对值之和不超过 2048 的整数，FP16 按哪种顺序加都精确。

    Integers whose absolute values add up to at most 2048 are summed exactly by FP16, in any order.
    """
    got = student.call("accumulate", values=values, acc_fmt="fp16", order=order)
    identical(got, math.fsum(values), signed_zero=False, hint=HIDDEN_BIT)


@check("prop", of="accumulate")
@given(fp16_numbers(), st.integers(0, 8))
def test_equal_numbers(student: Student, value: float, doublings: int) -> None:
    """2^k 个相同的 FP16 数两两合并，得到的和逐位正确。

    2^k equal FP16 numbers added pairwise: the sum is right, bit for bit.
    """
    count = 2**doublings
    got = student.call("accumulate", values=[value] * count, acc_fmt="fp16", order="pairwise")
    identical(got, value * count, hint=LEVELS)


@check("prop", of="accumulate")
@given(element_lists(), st.integers(1, 9), orders(), formats())
def test_trailing_zeros(
    student: Student, values: list[float], zeros: int, order: str, acc_fmt: str
) -> None:
    """末尾补上若干个 0，和不变。

    Zeros appended at the end leave the sum unchanged.
    """
    rest = {"acc_fmt": acc_fmt, "order": order}
    got = student.call("accumulate", values=values + [0.0] * zeros, **rest)
    identical(got, floats.accumulate(values, **rest), signed_zero=False, hint=LEVELS)


@check("err", of="accumulate", weight=2, valid={"values": [1.0, 0.5], "acc_fmt": "fp16"})
def test_accumulate_refuses(student: Student) -> None:
    """accumulate 拒绝非有限的输入、在 in_fmt 中溢出的输入、未知的格式和顺序。

    accumulate refuses inputs that aren't finite or overflow in in_fmt, unknown formats and orders.
    """
    good = {"values": [1.0, 0.5], "acc_fmt": "fp16"}
    for bad in (
        {"values": [1.0, INF]},
        {"values": [NAN]},
        {"values": [65520.0], "acc_fmt": "fp32"},
        {"values": [1.0, -70_000.0], "acc_fmt": "fp32"},
        {"values": [1e39], "acc_fmt": "fp32", "in_fmt": "fp32"},
        {"acc_fmt": "fp64"},
        {"in_fmt": "int8"},
        {"order": "tree"},
    ):
        with expects(ValueError):
            student.call("accumulate", **{**good, **bad})


@check("ex", of="stall_at")
def test_resting_points(student: Student) -> None:
    """FP32 每次加 1，以及 FP16 每次加 3、加 16，各停在哪里。

    Where FP32 rests when adding 1, and FP16 when adding 3 and 16.
    """
    exact(student.call("stall_at", fmt="fp32"), 16_777_216, hint=REST)
    exact(student.call("stall_at", fmt="fp16", step=3), 8192, hint=REST)
    exact(student.call("stall_at", fmt="fp16", step=16), 32_768, hint=REST)


@check("prop", of="stall_at")
@given(st.sampled_from(("fp16", "bf16")), steps())
def test_against_adding(student: Student, fmt: str, step: int) -> None:
    """停点与真的一步步加出来的结果一致。

    The resting point is the one found by really adding step by step.
    """
    exact(
        student.call("stall_at", fmt=fmt, step=step), floats.stall_by_adding(fmt, step), hint=REST
    )


@check("prop", of="stall_at")
@given(formats(), steps())
def test_every_format(student: Student, fmt: str, step: int) -> None:
    """三种格式、1 到 16 的每个步长，停点都与模型一致。

    For all three formats and every step from 1 to 16 the resting point is that of the model.
    """
    exact(student.call("stall_at", fmt=fmt, step=step), floats.stall_at(fmt, step), hint=REST)


@check("err", of="stall_at", valid={"fmt": "fp16", "step": 2})
def test_stall_refuses(student: Student) -> None:
    """stall_at 拒绝 1 到 16 以外的步长和未知的格式。

    stall_at refuses steps outside 1 ... 16 and unknown formats.
    """
    for bad in (
        {"fmt": "fp16", "step": 17},
        {"fmt": "fp32", "step": 0},
        {"fmt": "bf16", "step": -3},
        {"fmt": "fp64", "step": 1},
        {"fmt": "half", "step": 1},
    ):
        with expects(ValueError):
            student.call("stall_at", **bad)
