"""Checks of x12 that students can run: examples for each function, one kind of refusal."""

from __future__ import annotations

from grader import Student, check, close, exact, expects

INFERENCE = {"prep": 10.0, "gemm": 80.0, "post": 10.0}
GEMM8 = {"name": "gemm8", "stage": "gemm", "factor": 8.0, "overhead_ms": 0.0}
PREP2 = {"name": "prep2", "stage": "prep", "factor": 2.0, "overhead_ms": 1.0}
POST5 = {"name": "post5", "stage": "post", "factor": 5.0, "overhead_ms": 9.0}


@check("ex", of="required_factor")
def test_forty_ms(student: Student) -> None:
    """100 ms、s = 0.2：要降到 40 ms，其余部分得快 4 倍。

    100 ms with s = 0.2: to get to 40 ms the rest has to be 4 times faster.
    """
    got = student.call("required_factor", t1_ms=100.0, s=0.2, target_ms=40.0)
    close(
        got,
        4.0,
        hint=(
            "先从目标里扣掉降不下来的时间，剩下的才留给可加速的部分。",
            "First take the time that stays from the target; the rest is for what can be faster.",
        ),
    )


@check("ex", of="plan_total_ms")
def test_two_options(student: Student) -> None:
    """10、80、10 ms：矩阵乘法快 8 倍、准备快 2 倍且多 1 ms，一共 26 ms。

    10, 80 and 10 ms: the product 8 times faster, the preparation twice, for 1 ms: 26 ms in all.
    """
    got = student.call("plan_total_ms", stage_ms=INFERENCE, chosen=[GEMM8, PREP2])
    close(
        got,
        26.0,
        hint=(
            "没有选项的阶段照样要算；每个选项的开销都要加。",
            "Stages without an option count as well; every option adds its overhead.",
        ),
    )


@check("ex", of="best_plan")
def test_best_of_three(student: Student) -> None:
    """三个选项里最多用两个：post5 省的不够付开销，所以是 gemm8 和 prep2；只许一个时是 gemm8。

    At most two of three: post5 saves less than it costs, which leaves gemm8 and prep2; gemm8 if
    only one is allowed.
    """
    hint = (
        "比较的是整个方案的总时间，不是倍数的大小。",
        "What is compared is the total time of a plan, not the size of a factor.",
    )
    menu = {"stage_ms": INFERENCE, "options": [PREP2, POST5, GEMM8]}
    two = student.call("best_plan", **menu, max_options=2)
    exact(two, frozenset({"gemm8", "prep2"}), hint=hint)
    one = student.call("best_plan", **menu, max_options=1)
    exact(one, frozenset({"gemm8"}), hint=hint)


@check("err", of="plan_total_ms", valid={"stage_ms": INFERENCE, "chosen": [GEMM8]})
def test_refuses(student: Student) -> None:
    """同一个阶段选了两个选项、阶段不存在、倍数为 0，都要用 ValueError 拒绝。

    Two options on one stage, an unknown stage and a factor of 0: ValueError.
    """
    for chosen in (
        [GEMM8, {**GEMM8, "name": "again"}],
        [{**GEMM8, "stage": "save"}],
        [{**GEMM8, "factor": 0.0}],
    ):
        with expects(ValueError):
            student.call("plan_total_ms", stage_ms=INFERENCE, chosen=chosen)
