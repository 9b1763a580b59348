"""The visible examples of q23."""

from grader import check, exact

SMALL = {"N": 4, "itemsize": 4}
HALF = {"flop_per_s": 1e12, "bytes_per_s": 2e12}
FIRST_FIT = (
    "先看三块放不放得下，再拿强度和 P/B 比。",
    "First ask whether three blocks fit, then compare the intensity with P/B.",
)


@check("ex", of="tile_bytes")
def test_three_blocks(student):
    """FP32 的三块：T = 32 是 12 KiB，T = 2 是 48 B。

    Three blocks in FP32 take 12 KiB for T = 32 and 48 B for T = 2.
    """
    hint = ("同时留着的是哪几个矩阵的块？", "Blocks of which matrices are kept at a time?")
    exact(student.call("tile_bytes", T=32, itemsize=4), 12 * 1024, hint=hint)
    exact(student.call("tile_bytes", T=2, itemsize=4), 48, hint=hint)


@check("ex", of="largest_tile")
def test_hundred_bytes(student):
    """FP32：预算 100 B 时最大的 T 是 2；108 B 时恰好是 3。

    FP32: the largest T for 100 B is 2, and for 108 B it is 3, exactly.
    """
    hint = ("恰好用完预算也算放得下。", "Using up the budget exactly still fits.")
    exact(student.call("largest_tile", budget_bytes=100, itemsize=4), 2, hint=hint)
    exact(student.call("largest_tile", budget_bytes=108, itemsize=4), 3, hint=hint)


@check("ex", of="smallest_tile_for")
def test_small_product(student):
    """N = 4、FP32：平衡点 0.5、0.4、1 时，最小的 T 是 4、2、没有。

    N = 4 in FP32: for ridges of 0.5, 0.4 and 1 the smallest T is 4, 2 and none.
    """
    hint = ("块数是 ⌈N/T⌉，强度一级一级地升。", "There are ⌈N/T⌉ blocks: intensity rises in steps.")
    for ridge, want in ((0.5, 4), (0.4, 2), (1.0, None)):
        exact(student.call("smallest_tile_for", **SMALL, ridge=ridge), want, hint=hint)


@check("ex", of="tile_verdict")
def test_small_verdicts(student):
    """P/B = 0.5 时的三种判断，各一个例子。

    One example of each of the three verdicts, with P/B = 0.5.
    """
    for T, budget_bytes, want in (
        (2, 48, "bandwidth_side"),
        (4, 192, "compute_side"),
        (4, 100, "does_not_fit"),
    ):
        got = student.call("tile_verdict", **SMALL, **HALF, T=T, budget_bytes=budget_bytes)
        exact(got, want, hint=FIRST_FIT)
