"""Checks of q15 that students can run: an example for each function and verdict, one refusal."""

from __future__ import annotations

from grader import Student, check, close, exact, expects

LECTURE = {"t1_ms": 100.0, "s": 0.2}
QUARTER = {"t1_ms": 64.0, "s": 0.25}


@check("ex", of="amdahl_ms")
def test_eight_times(student: Student) -> None:
    """100 ms 基线，占 80 % 时间的部分快 8 倍，没有开销：30 ms。

    A baseline of 100 ms, 80 % of the time 8 times faster, no overhead: 30 ms.
    """
    got = student.call("amdahl_ms", **LECTURE, p=8.0)
    close(
        got,
        30.0,
        hint=(
            "s 是没有加速的那一部分占基线时间的比例。",
            "s is the fraction of the baseline's time that is not accelerated.",
        ),
    )


@check("ex", of="break_even_overhead_ms")
def test_break_even(student: Student) -> None:
    """64 ms 基线，s = 0.25，从 2 倍到 4 倍：40 ms 变成 28 ms，可以承受 12 ms 开销。

    A baseline of 64 ms with s = 0.25, from 2 to 4 times: 40 ms become 28 ms, which pays for 12 ms.
    """
    got = student.call("break_even_overhead_ms", **QUARTER, p_old=2.0, p_new=4.0)
    close(
        got,
        12.0,
        hint=(
            "与旧版本比，不与基线比；新版本先按没有开销算。",
            "Compare with the old version, not the baseline; take the new one without overhead.",
        ),
    )


@check("ex", of="judge_upgrade")
def test_three_verdicts(student: Student) -> None:
    """同一个例子，新版本的开销是 6、12、14 ms：三种判断各一个。

    The same example with an overhead of 6, 12 and 14 ms in the new version: one of each verdict.
    """
    for overhead_ms, want in ((6.0, "gain"), (12.0, "tie"), (14.0, "loss")):
        got = student.call(
            "judge_upgrade",
            **QUARTER,
            p_old=2.0,
            overhead_old_ms=0.0,
            p_new=4.0,
            overhead_new_ms=overhead_ms,
        )
        exact(
            got,
            want,
            hint=(
                "比较两个版本的总时间，开销算在各自的版本里。",
                "Compare the total times of the two versions, each with its own overhead.",
            ),
        )


@check("err", of="amdahl_ms", valid={**LECTURE, "p": 8.0})
def test_refuses(student: Student) -> None:
    """超出 0 到 1 的比例、倍数为 0、负的开销，都要用 ValueError 拒绝。

    A fraction outside 0 ... 1, a factor of 0 and a negative overhead: ValueError.
    """
    for bad in ({"s": 1.2}, {"p": 0.0}, {"overhead_ms": -5.0}):
        with expects(ValueError):
            student.call("amdahl_ms", **{**LECTURE, "p": 8.0, **bad})
