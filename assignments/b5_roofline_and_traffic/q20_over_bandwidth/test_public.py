"""The visible examples of q20."""

from grader import check, close, exact

SCALING = {"n": 2_000_000, "itemsize": 8, "streams": 2, "flop_per_item": 1}
SCALING_LIMITS = {"flop_per_s": 4e13, "bytes_per_s": 3.2e12}
HEAVY = {"n": 1_000_000, "itemsize": 4, "streams": 2, "flop_per_item": 100}
ONE_TERA = {"flop_per_s": 1_000_000_000_000, "bytes_per_s": 1_000_000_000_000}


@check("ex", of="implied_rates")
def test_worked_rates(student):
    """题目里算过的例子：3.2e7 B、1.6e12 B/s、1e11 FLOP/s。

    The worked example of the prompt: 3.2e7 B, 1.6e12 B/s, 1e11 FLOP/s.
    """
    want = {"bytes": 32_000_000, "bytes_per_s": 1.6e12, "flop_per_s": 1e11}
    close(student.call("implied_rates", **SCALING, time_s=20e-6), want)


@check("ex", of="implied_rates")
def test_copy_rates(student):
    """一百万项 FP64 的复制，耗时 32 µs：1.6e7 B、0.5 TB/s，不做运算。

    A copy of a million FP64 items in 32 µs: 1.6e7 B, 0.5 TB/s, and no arithmetic.
    """
    rates = student.call(
        "implied_rates", n=1_000_000, itemsize=8, streams=2, flop_per_item=0, time_s=32e-6
    )
    close(
        rates,
        {"bytes": 16_000_000, "bytes_per_s": 0.5e12, "flop_per_s": 0},
        hint=(
            "读的和写的数组都要搬。",
            "Arrays that are read and arrays that are written both move.",
        ),
    )


@check("ex", of="min_time_s")
def test_worked_bound(student):
    """题目里算过的例子受带宽限制，下界是 10 µs。

    The worked example of the prompt is limited by bandwidth; its bound is 10 µs.
    """
    close(student.call("min_time_s", **SCALING, **SCALING_LIMITS), 10e-6)


@check("ex", of="min_time_s")
def test_arithmetic_bound(student):
    """每项 100 FLOP、P = 1 TFLOP/s、B = 1 TB/s：算术更慢，下界是 100 µs。

    With 100 FLOP per item, P = 1 TFLOP/s and B = 1 TB/s the arithmetic is slower: 100 µs.
    """
    close(
        student.call("min_time_s", **HEAVY, **ONE_TERA),
        100e-6,
        hint=("两个时间里要等的是哪一个？", "Which of the two times has to be waited for?"),
    )


@check("ex", of="is_consistent")
def test_worked_verdicts(student):
    """同一个例子：20 µs 说得通，8 µs 说不通。

    The same example: 20 µs is possible, 8 µs is not.
    """
    exact(student.call("is_consistent", **SCALING, **SCALING_LIMITS, time_s=20e-6), True)
    exact(student.call("is_consistent", **SCALING, **SCALING_LIMITS, time_s=8e-6), False)


@check("ex", of="is_consistent")
def test_arithmetic_contradiction(student):
    """50 µs 对带宽绰绰有余，但 1 TFLOP/s 在这段时间里算不完。

    50 µs is ample for the bandwidth, but too short for the work at 1 TFLOP/s.
    """
    exact(student.call("is_consistent", **HEAVY, **ONE_TERA, time_s=50e-6), False)
