"""The visible checks of x16."""

import numpy as np

from grader import access, check, exact, expects, holds, identical, poisoned

from .inputs import MEASURED_LENGTH, MOST_EXTRA_BYTES, vectors_of

X = np.array([1, 2, 3], np.float32)
Y = np.array([10, 20, 30], np.float32)
W = np.array([2, 0.5, -1], np.float32)
ADD_MUL = [("add", ("x", "y"), "u"), ("mul", ("u", "w"), "z")]


@check("ex", of="fused_add_mul")
def test_worked_example(student):
    """题目里的例子，z 里原来填满 NaN 或 7.0。

    The worked example; z arrives full of NaN, or of 7.0.
    """
    for fill in (np.nan, 7.0):
        _, z = student.call("fused_add_mul", x=X, y=Y, w=W, z=poisoned((3,), fill=fill), out=("z",))
        identical(z, np.array([22, 11, -33], np.float32))


@check("ex", of="fused_add_mul")
def test_rounded_twice(student):
    """先求 x + y 并舍入到 float32，再乘：(2²⁴ + 1)·3 得 50331648。

    The sum is rounded to float32 before it is multiplied: (2²⁴ + 1) · 3 gives 50331648.
    """
    x, y, w = (np.array([value], np.float32) for value in (2**24, 1, 3))
    _, z = student.call("fused_add_mul", x=x, y=y, w=w, z=poisoned((1,)), out=("z",))
    identical(
        z,
        np.array([50_331_648], np.float32),
        hint=("中间的和是什么精度？", "Which precision does the intermediate sum have?"),
    )


@check("ex", of="chain_traffic_bytes")
def test_worked_bytes(student):
    """u = x + y、z = u·w 逐个执行，FP32，每个元素 24 B。

    u = x + y, z = u · w in FP32, one kernel for each: 24 B for an element.
    """
    chain = {"ops": ADD_MUL, "itemsize": 4, "outputs": {"z"}}
    exact(student.call("chain_traffic_bytes", n=1, **chain, fused=False), 24)


@check("ex", of="chain_traffic_bytes")
def test_one_operator(student):
    """s = x·x 只有一个算子：融合与否，每个元素都是读一次 x、写一次 s。

    s = x · x is one operator: fused or not, an element of x is read once and one of s written.
    """
    chain = {"n": 1000, "ops": [("mul", ("x", "x"), "s")], "itemsize": 4, "outputs": {"s"}}
    for fused in (False, True):
        exact(student.call("chain_traffic_bytes", **chain, fused=fused), 8000)


@check("trace", of="fused_add_mul")
def test_example_inputs_read_once(student):
    """例子里 x、y、w 的每个元素恰好读一次。

    In the example each element of x, y and w is read exactly once.
    """
    log = student.trace("fused_add_mul", x=X, y=Y, w=W, z=poisoned((3,)), out=("z",))
    for name in ("x", "y", "w"):
        access.each(log, name, reads=1)


@check("trace", of="fused_add_mul")
def test_example_z_written_once(student):
    """例子里 z 从不读；每个元素恰好写一次，在读过 x、y、w 中下标相同的元素之后。

    In the example z is never read; each element is written exactly once, after the elements of x,
    y and w with the same index were read.
    """
    log = student.trace("fused_add_mul", x=X, y=Y, w=W, z=poisoned((3,)), out=("z",))
    access.counts(log, "z", reads=0)
    access.each(log, "z", writes=1)
    access.explained(log, "z", ("x", "y", "w"))


@check("trace", of="fused_add_mul", weight=2)
def test_extra_memory(student):
    """从 x、y、w 写出 z，n = 65 536 时额外内存的峰值不超过 64 KiB。

    z is written from x, y and w, with a peak of extra memory of at most 64 KiB for n = 65,536.
    """
    log = student.trace("fused_add_mul", x=X, y=Y, w=W, z=poisoned((3,)), out=("z",))
    access.explained(log, "z", ("x", "y", "w"))
    z = poisoned((MEASURED_LENGTH,))
    peak = student.peak_bytes("fused_add_mul", **vectors_of(MEASURED_LENGTH), z=z)
    holds(
        peak <= MOST_EXTRA_BYTES,
        zh="额外内存的峰值 ≤ 65536 B",
        en="peak of extra memory <= 65536 B",
        got=peak,
        hint=(
            "表达式里每一步的结果有多长？",
            "How long is the result of each step of the expression?",
        ),
    )


@check(
    "err", of="fused_add_mul", valid={"x": X, "y": Y, "w": W, "z": poisoned((3,)), "out": ("z",)}
)
def test_refuses_lengths(student):
    """长度不全相等时抛出 ValueError。

    ValueError unless all lengths are equal.
    """
    with expects(ValueError):
        student.call("fused_add_mul", x=X[:2], y=Y, w=W, z=poisoned((3,)), out=("z",))
    with expects(ValueError):
        student.call("fused_add_mul", x=X, y=Y, w=W, z=poisoned((2,)), out=("z",))
