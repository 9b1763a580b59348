"""The visible checks of x11: the numbers of the prompt, pairs of records, refusals of speedup."""

from grader import check, close, exact, expects

RUN = {
    "task": "gemm",
    "correctness_check": "forward bound",
    "dtype": "float32",
    "input_shape": (1024, 1024, 1024),
    "timing_boundary": "kernel only",
    "machine": "H200",
    "compiler_flags": "-O3",
    "implementation": "ijk",
}
LECTURE = {"t1_s": 0.1, "tp_s": 0.05}


@check("ex", of="speedup")
def test_twice_as_fast(student):
    """从 100 ms 到 50 ms：加速比是 2。

    From 100 ms to 50 ms: the speedup is 2.
    """
    hint = ("变快了，加速比大于 1：哪个时间在上面？", "Faster is above 1: which time is on top?")
    close(student.call("speedup", **LECTURE), 2.0, hint=hint)


@check("ex", of="efficiency")
def test_a_fifth(student):
    """从 100 ms 到 50 ms、10 个处理器：效率是 0.2。

    From 100 ms to 50 ms with 10 processors: the efficiency is 0.2.
    """
    hint = (
        "比值还是百分数？平均到几个处理器？",
        "A ratio or a percentage? Over how many processors?",
    )
    close(student.call("efficiency", **LECTURE, processors=10), 0.2, hint=hint)


@check("ex", of="gemm_flop")
def test_two_by_three_by_four(student):
    """2×3 乘 3×4：fma2 是 48 FLOP，exact 是 40 FLOP。

    2×3 times 3×4: 48 FLOP as fma2, 40 FLOP as exact.
    """
    hint = (
        "一共有 M·N 个输出；每个输出几次乘法、几次加法？",
        "There are M·N outputs: how many products and how many sums does each take?",
    )
    size = {"M": 2, "N": 4, "K": 3}
    exact(student.call("gemm_flop", **size, convention="fma2"), 48, hint=hint)
    exact(student.call("gemm_flop", **size, convention="exact"), 40, hint=hint)


@check("ex", of="flop_rate")
def test_rate(student):
    """3 毫秒做完 600 万次运算：每秒 20 亿次，2e9 FLOP/s。

    6 million operations in 3 milliseconds: 2e9 FLOP/s.
    """
    hint = (
        "速率是工作量除以时间，单位是 FLOP/s，不是 GFLOP/s。",
        "A rate is work over time, in FLOP/s rather than GFLOP/s.",
    )
    close(student.call("flop_rate", flop=6e6, seconds=3e-3), 2e9, hint=hint)


@check("ex", of="weak_scaling_side")
def test_27_times(student):
    """边长 100，处理器增至 27 倍：新边长是 300。

    A side of 100 with 27 times the processors: the new side is 300.
    """
    hint = (
        "边长变成 3 倍，工作量变成几倍？每个处理器分到多少？",
        "A side 3 times as long makes how much more work? And how much for each processor?",
    )
    close(student.call("weak_scaling_side", side=100, resource_factor=27), 300.0, hint=hint)


@check("ex", of="comparable")
def test_two_pairs(student):
    """只有实现不同，能比；计时范围不同，或者都没写编译选项，不能比。

    Only the implementation differs: comparable. The timing boundary differs, or neither states
    the compiler flags: not comparable.
    """
    other = RUN | {"implementation": "tiled"}
    exact(student.call("comparable", a=RUN, b=other), True)
    exact(student.call("comparable", a=RUN, b=other | {"timing_boundary": "with copies"}), False)
    a, b = ({k: v for k, v in run.items() if k != "compiler_flags"} for run in (RUN, other))
    hint = ("都没写，不等于一样。", "If neither says, they are not known to be equal.")
    exact(student.call("comparable", a=a, b=b), False, hint=hint)


@check("err", of="speedup", valid=LECTURE)
def test_refuses(student):
    """时间等于 0 或小于 0，要抛出 ValueError。

    Times of 0 and below raise ValueError.
    """
    for bad in ({"t1_s": 0.0}, {"tp_s": 0.0}, {"tp_s": -0.05}):
        with expects(ValueError):
            student.call("speedup", **LECTURE | bad)
