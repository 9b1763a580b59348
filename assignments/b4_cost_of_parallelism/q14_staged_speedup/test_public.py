"""Checks of q14 that students can run: one example for each function, one kind of refusal."""

from __future__ import annotations

from grader import Student, check, close, expects

INFERENCE = [10.0, 80.0, 10.0]


@check("ex", of="staged_total_ms")
def test_eight_times_faster(student: Student) -> None:
    """10、80、10 ms 三个阶段，中间那个快 8 倍：一共 30 ms。

    Three stages of 10, 80 and 10 ms, the middle one 8 times faster: 30 ms in all.
    """
    got = student.call("staged_total_ms", stage_ms=INFERENCE, factor=[1.0, 8.0, 1.0])
    close(
        got,
        30.0,
        hint=(
            "阶段是依次执行的；快 8 倍的阶段还要花原来的几分之几？",
            "Stages run one after another; what part of its time does a stage 8 times faster take?",
        ),
    )


@check("ex", of="overall_speedup")
def test_speedup_of_two_stages(student: Student) -> None:
    """20、60 ms 两个阶段，后一个快 3 倍：80 ms 变成 40 ms，整体快 2 倍。

    Two stages of 20 and 60 ms, the second 3 times faster: 80 ms become 40 ms, a speedup of 2.
    """
    got = student.call("overall_speedup", stage_ms=[20.0, 60.0], factor=[1.0, 3.0])
    close(
        got,
        2.0,
        hint=(
            "先算新旧两个总时间，再相除；倍数本身不能直接平均。",
            "Take the two total times, then divide; the factors themselves cannot be averaged.",
        ),
    )


@check("ex", of="speedup_ceiling")
def test_ceiling_of_two_stages(student: Student) -> None:
    """6、18 ms 两个阶段，后一个不花时间：剩下 6 ms，最多快 4 倍。

    Two stages of 6 and 18 ms, the second taking no time: 6 ms are left, a speedup of at most 4.
    """
    got = student.call("speedup_ceiling", stage_ms=[6.0, 18.0], accelerated={1})
    close(
        got,
        4.0,
        hint=(
            "accelerated 是变成 0 的那些阶段，不是留下的；下标从 0 开始。",
            "accelerated names the stages that become 0, not those that stay; indices start at 0.",
        ),
    )


@check("err", of="staged_total_ms", valid={"stage_ms": INFERENCE, "factor": [1.0, 8.0, 1.0]})
def test_refuses(student: Student) -> None:
    """两个序列长度不同、负的时间、倍数为 0，都要用 ValueError 拒绝。

    Sequences of different lengths, a negative time and a factor of 0: ValueError.
    """
    for stage_ms, factor in (
        (INFERENCE, [1.0, 8.0]),
        ([10.0, -80.0, 10.0], [1.0, 8.0, 1.0]),
        (INFERENCE, [1.0, 0.0, 1.0]),
    ):
        with expects(ValueError):
            student.call("staged_total_ms", stage_ms=stage_ms, factor=factor)
