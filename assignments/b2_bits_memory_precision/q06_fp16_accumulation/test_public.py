"""Checks of q06 that students can run: the lecture's sum, rounded inputs, a resting point."""

from __future__ import annotations

import math

from grader import Student, check, exact, expects, identical


@check("ex", of="accumulate")
def test_ones_in_fp16(student: Student) -> None:
    """4096 个 1，FP16 从左到右累加，得到 2048。

    4096 ones, added from left to right in FP16, give 2048.
    """
    got = student.call("accumulate", values=[1.0] * 4096, acc_fmt="fp16")
    identical(
        got,
        2048.0,
        hint=(
            "每加一次都要舍入到 acc_fmt；恰在正中间时用哪条规则？",
            "Every single addition is rounded to acc_fmt; which rule decides a tie?",
        ),
    )


@check("ex", of="accumulate")
def test_inputs_are_stored_first(student: Student) -> None:
    """0.1 与 0.2 先存成 FP16 再相加，得到 0.2998046875。

    0.1 and 0.2 are stored in FP16 before they are added, which gives 0.2998046875.
    """
    got = student.call("accumulate", values=[0.1, 0.2], acc_fmt="fp16")
    identical(
        got,
        0.2998046875,
        hint=("输入在相加之前经过了什么？", "What happens to an input before it is added?"),
    )


@check("ex", of="stall_at")
def test_fp16_rests(student: Student) -> None:
    """FP16 每次加 1，停在 2048。

    Adding 1 in FP16 comes to rest at 2048.
    """
    got = student.call("stall_at", fmt="fp16")
    exact(
        got,
        2048,
        hint=(
            "有效数字的位数要不要算上不存储的最高位？",
            "Does the number of significand bits include the one that isn't stored?",
        ),
    )


@check("err", of="accumulate", valid={"values": [1.0, 2.0], "acc_fmt": "fp32"})
def test_refuses(student: Student) -> None:
    """输入里的无穷大、没有列出的格式和顺序都要用 ValueError 拒绝。

    An infinite input, an unlisted format and an unlisted order: ValueError.
    """
    for bad in (
        {"values": [1.0, math.inf], "acc_fmt": "fp32"},
        {"values": [1.0, 2.0], "acc_fmt": "fp64"},
        {"values": [1.0, 2.0], "acc_fmt": "fp32", "order": "right"},
    ):
        with expects(ValueError):
            student.call("accumulate", **bad)
