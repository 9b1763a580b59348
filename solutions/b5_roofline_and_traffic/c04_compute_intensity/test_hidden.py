"""The hidden checks of c04: every operator by hand, by the model, and by loops that count."""

import math

from assignments.b5_roofline_and_traffic.c04_compute_intensity.inputs import (
    any_work,
    counts,
    elementwise_ops,
    factors_of_balance,
    itemsizes,
    kernels,
    lengths,
    limits,
    matrices,
    products,
    scales,
    small_work,
    vectors,
)
from grader import check, close, exact, expects, given, holds, integer, mapping, real, sequence
from reference.models import counted_loops, operators

# op: arrays read, arrays written, FLOP per element
ELEMENTWISE = {
    "copy": (1, 1, 0),
    "scale": (1, 1, 1),
    "add": (2, 1, 1),
    "axpy": (2, 1, 2),
    "add_mul_fused": (3, 1, 2),
}
H200 = {"flop_per_s": 67e12, "bytes_per_s": 4.8e12}
CUBE = {"M": 1024, "N": 1024, "K": 1024, "T": 64}
ADD = {"op": "add", "dims": {"N": 10}, "itemsize": 4}
KERNEL = {"n": 10, "inputs": 2, "outputs": 1, "flop_per_elem": 1, "itemsize": 4}
NO_WORK = (
    {"op": "conv"},
    {"op": "conv", "dims": {"M": 2, "N": 3, "K": 5, "T": 2}},
    {"op": "ADD"},
    {"dims": {}},
    {"dims": {"N": -1}},
    {"op": "gemv", "dims": {"M": 2, "N": 3}},
    {"op": "gemm_tiled", "dims": {"M": 2, "N": 3, "K": 5}},
    {"op": "gemm_tiled", "dims": {"M": 2, "N": 3, "K": 5, "T": 0}},
    {"itemsize": 0},
)


@check("ex", of="op_cost")
def test_vectors_of_ten(student):
    """长度为 10 的 FP32 向量上的每个算子。

    Every operator on FP32 vectors of length 10.
    """
    wanted = {
        "copy": (0, 80),
        "scale": (10, 80),
        "add": (10, 120),
        "axpy": (20, 120),
        "sum": (10, 44),
        "dot": (20, 84),
        "add_mul_unfused": (20, 240),
        "add_mul_fused": (20, 160),
    }
    hint = ("逐个数组问：读吗？写吗？", "Ask of each array: is it read? Is it written?")
    for op, want in wanted.items():
        exact(student.call("op_cost", op=op, dims={"N": 10}, itemsize=4), want, hint=hint)


@check("ex", of="op_cost")
def test_small_matrices(student):
    """M = 2、N = 3、K = 5、T = 2 的 FP64 矩阵算子。

    The operators on FP64 matrices with M = 2, N = 3, K = 5, T = 2.
    """
    wanted = {
        "outer": (6, 88),
        "gemv": (20, 136),
        "gemm_ideal": (60, 248),
        "gemm_no_reuse": (60, 528),
        "gemm_tiled": (60, 328),
    }
    dims = {"M": 2, "N": 3, "K": 5, "T": 2}
    for op, want in wanted.items():
        exact(student.call("op_cost", op=op, dims=dims, itemsize=8), want)


@check("ex", of="op_cost")
def test_nothing_to_add_up(student):
    """长度为 0 的和仍要写出结果；K = 0 的矩阵乘仍要写出 C。

    A sum of length 0 is still written; a matrix product with K = 0 still writes C.
    """
    exact(student.call("op_cost", op="sum", dims={"N": 0}, itemsize=4), (0, 4))
    exact(student.call("op_cost", op="copy", dims={"N": 0}, itemsize=4), (0, 0))
    empty = {"M": 2, "N": 3, "K": 0}
    exact(student.call("op_cost", op="gemm_ideal", dims=empty, itemsize=4), (0, 24))


@check("ex", of="elementwise_cost")
def test_update_in_place(student):
    """axpy 这样的就地更新，以及长度为 0 的内核。

    An update in place such as axpy, and a kernel of length 0.
    """
    kernel = {"inputs": 2, "outputs": 1, "flop_per_elem": 2, "itemsize": 8}
    exact(student.call("elementwise_cost", n=1000, **kernel), (2000, 24_000))
    exact(student.call("elementwise_cost", n=0, **kernel), (0, 0))


@check("ex", of="intensity")
def test_known_intensities(student):
    """axpy、点积、gemv 与分块 GEMM 的强度，还有不做运算的复制。

    The intensities of axpy, dot, gemv and a tiled GEMM, and of a copy without arithmetic.
    """
    close(student.call("intensity", flop=20, n_bytes=120), 1 / 6)
    close(student.call("intensity", flop=2_000_000, n_bytes=8_000_004), 2_000_000 / 8_000_004)
    gemv_elems = 4096 * 4096 + 2 * 4096
    got = student.call("intensity", flop=2 * 4096 * 4096, n_bytes=4 * gemv_elems)
    close(got, 2 * 4096 * 4096 / (4 * gemv_elems))
    close(student.call("intensity", flop=2 * 1024**3, n_bytes=4 * 33 * 1024**2), 2048 / 132)
    close(student.call("intensity", flop=0, n_bytes=80), 0)


@check("ex", of="roofline_row")
def test_rows_of_the_h200(student):
    """H200 上的向量加法与分块矩阵乘，各受什么限制。

    A vector addition and a tiled matrix product on an H200, and what limits each.
    """
    add = student.call("roofline_row", op="add", dims={"N": 10**8}, itemsize=4, **H200)
    want = {"memory_s": 0.25e-3, "limiter": "bandwidth", "attainable_flop_per_s": 0.4e12}
    sharing = ("读和写共用一份带宽。", "Reads and writes share one bandwidth.")
    close(add, want | {"bound_s": 0.25e-3, "bytes": 1_200_000_000}, hint=sharing)
    tiled = student.call("roofline_row", op="gemm_tiled", dims=CUBE, itemsize=4, **H200)
    want = {"intensity": 2048 / 132, "limiter": "compute", "attainable_flop_per_s": 67e12}
    close(tiled, want | {"flop": 2 * 1024**3, "bound_s": 2 * 1024**3 / 67e12})


@check("ex", of="roofline_row")
def test_balanced_row(student):
    """恰好落在平衡点上的向量加法。

    A vector addition exactly at the ridge.
    """
    row = student.call("roofline_row", **ADD, flop_per_s=1e9, bytes_per_s=12e9)
    close(row, {"limiter": "balanced", "compute_s": 1e-8, "memory_s": 1e-8, "bound_s": 1e-8})


@check("ex", of="roofline_row")
def test_row_of_a_slow_machine(student):
    """每秒只算半次、只搬四分之一字节的机器也有屋顶线。

    A machine with half a FLOP and a quarter of a byte per second has a roof, too.
    """
    row = student.call("roofline_row", **ADD, flop_per_s=0.5, bytes_per_s=0.25)
    close(row, {"limiter": "bandwidth", "compute_s": 20, "memory_s": 480, "bound_s": 480})


@check("prop", of="op_cost", weight=2)
@given(vectors())
def test_vector_counts(student, work):
    """向量算子的 FLOP 数和字节数。

    FLOP and bytes of the operators on vectors.
    """
    exact(student.call("op_cost", **work), operators.op_cost(**work))


@check("prop", of="op_cost", weight=2)
@given(matrices())
def test_matrix_counts(student, work):
    """矩阵算子的 FLOP 数和字节数。

    FLOP and bytes of the operators on matrices.
    """
    exact(
        student.call("op_cost", **work),
        operators.op_cost(**work),
        hint=("边上不满的块也是一块。", "A block at the edge is a block, too."),
    )


@check("prop", of="op_cost", weight=2)
@given(small_work())
def test_counted_by_loops(student, work):
    """小尺寸的循环跑一遍，记下读过、写过的每个元素，与你的计数一致。

    Loops of small sizes that note each element read or written arrive at the same counts.
    """
    exact(student.call("op_cost", **work), counted_loops.counted_cost(**work))


@check("prop", of="op_cost")
@given(any_work(), scales())
def test_wider_elements(student, work, scale):
    """元素宽度乘一个数：字节数也乘这个数，FLOP 数不变。

    Elements that many times as wide: so many times the bytes, and the same FLOP.
    """
    flop, n_bytes = operators.op_cost(**work)
    wider = work | {"itemsize": work["itemsize"] * scale}
    exact(student.call("op_cost", **wider), (flop, n_bytes * scale))


@check("prop", of="op_cost")
@given(products(), itemsizes())
def test_tiles_between_two_ends(student, dims, itemsize):
    """分块的搬运量介于理想与不复用之间；T = 1 与不复用相同，T 足够大与理想相同。

    Tiles move no less than the ideal and no more than no reuse; T = 1 is no reuse, and a T large
    enough is the ideal.
    """

    def traffic(op, **changes):
        cost = student.call("op_cost", op=op, dims=dims | changes, itemsize=itemsize)
        return integer(sequence(cost, 2)[1])

    ideal, no_reuse, tiled = (traffic(f"gemm_{m}") for m in ("ideal", "no_reuse", "tiled"))
    holds(
        ideal <= tiled <= no_reuse,
        zh="理想 ≤ 分块 ≤ 不复用",
        en="ideal <= tiled <= no reuse",
        got=(ideal, tiled, no_reuse),
    )
    ends = [operators.op_cost(f"gemm_{m}", dims, itemsize)[1] for m in ("no_reuse", "ideal")]
    exact([traffic("gemm_tiled", T=1), traffic("gemm_tiled", T=max(dims.values()))], ends)


@check("prop", of="op_cost")
@given(elementwise_ops(), lengths(), lengths(), itemsizes())
def test_parts_add_up(student, op, n, other, itemsize):
    """逐元素算子拆成两段，计数相加等于整段的计数。

    The counts of the two parts of an element-wise operator add up to those of the whole.
    """
    parts = [operators.op_cost(op, {"N": part}, itemsize) for part in (n, other)]
    whole = tuple(map(sum, zip(*parts, strict=True)))
    exact(student.call("op_cost", op=op, dims={"N": n + other}, itemsize=itemsize), whole)


@check("prop", of="elementwise_cost", weight=2)
@given(kernels())
def test_kernel_counts(student, kernel):
    """逐元素内核的 FLOP 数和字节数。

    FLOP and bytes of an element-wise kernel.
    """
    exact(student.call("elementwise_cost", **kernel), operators.elementwise_cost(**kernel))


@check("prop", of="elementwise_cost")
@given(elementwise_ops(), lengths(), itemsizes())
def test_kernel_of_an_operator(student, op, n, itemsize):
    """copy、scale、add、axpy 和融合后的加乘都是逐元素内核。

    copy, scale, add, axpy and the fused add-multiply are element-wise kernels.
    """
    inputs, outputs, flop_per_elem = ELEMENTWISE[op]
    got = student.call(
        "elementwise_cost",
        n=n,
        inputs=inputs,
        outputs=outputs,
        flop_per_elem=flop_per_elem,
        itemsize=itemsize,
    )
    exact(got, operators.op_cost(op, {"N": n}, itemsize))


@check("prop", of="intensity", weight=2)
@given(counts())
def test_ratio(student, case):
    """强度是 F/Q。

    The intensity is F/Q.
    """
    close(student.call("intensity", **case), operators.intensity(**case))


@check("prop", of="intensity")
@given(elementwise_ops(), lengths(), itemsizes())
def test_intensity_does_not_depend_on_length(student, op, n, itemsize):
    """逐元素算子的强度与长度无关，元素宽度减半则加倍。

    The intensity of an element-wise operator does not depend on its length, and elements half as
    wide double it.
    """
    flop, n_bytes = operators.op_cost(op, {"N": n}, 2 * itemsize)
    inputs, outputs, flop_per_elem = ELEMENTWISE[op]
    want = flop_per_elem / ((inputs + outputs) * 2 * itemsize)
    close(student.call("intensity", flop=flop, n_bytes=n_bytes), want)
    close(student.call("intensity", flop=flop, n_bytes=n_bytes // 2), 2 * want)


@check("prop", of="roofline_row", weight=3)
@given(any_work(), limits())
def test_row(student, work, limits):
    """一行里的八个数。

    The eight entries of a row.
    """
    want = operators.roofline_row(**work, **limits)
    close(
        student.call("roofline_row", **work, **limits),
        want,
        hint=("FLOP 是次数，FLOP/s 是速率。", "FLOP is a number, FLOP/s is a rate."),
    )


@check("prop", of="roofline_row")
@given(any_work(), factors_of_balance())
def test_limiter_around_the_ridge(student, work, factor):
    """两个时间相等（舍入误差不算）是 "balanced"，否则不是。

    Two times that are equal but for rounding are "balanced", others are not.
    """
    flop, n_bytes = operators.op_cost(**work)
    limits = {"flop_per_s": max(flop, 1) * 1000, "bytes_per_s": n_bytes * 1000 * factor}
    want = operators.roofline_row(**work, **limits)["limiter"]
    close(student.call("roofline_row", **work, **limits), {"limiter": want})


@check("prop", of="roofline_row")
@given(any_work(), limits())
def test_bound_and_roof_agree(student, work, limits):
    """下界不小于任何一个时间；按下界跑，速率恰好在屋顶上。

    The bound is not below either time; a run at the bound is exactly on the roof.
    """
    got = student.call("roofline_row", **work, **limits)
    names = ("compute_s", "memory_s", "bound_s")
    row = mapping(got, *names, "attainable_flop_per_s")
    compute_s, memory_s, bound_s = (real(row[name]) for name in names)
    holds(
        bound_s >= max(compute_s, memory_s) * (1 - 1e-9),
        zh="bound_s 不小于 compute_s 和 memory_s",
        en="bound_s is not below compute_s and memory_s",
        got=(compute_s, memory_s, bound_s),
    )
    flop, n_bytes = operators.op_cost(**work)
    close(bound_s, max(flop / limits["flop_per_s"], n_bytes / limits["bytes_per_s"]))
    close(real(row["attainable_flop_per_s"]) * bound_s, flop)


@check("err", of="op_cost", valid=ADD)
def test_op_cost_refuses(student):
    """未知的算子、缺少的尺寸、超出范围的数要抛出 ValueError。

    Unknown operators, missing sizes and numbers out of range raise ValueError.
    """
    for bad in NO_WORK:
        with expects(ValueError):
            student.call("op_cost", **ADD | bad)


@check("err", of="elementwise_cost", valid=KERNEL)
def test_kernel_refuses(student):
    """超出范围的计数要抛出 ValueError。

    Counts out of range raise ValueError.
    """
    for name in KERNEL:
        with expects(ValueError):
            student.call("elementwise_cost", **KERNEL | {name: -1})
    with expects(ValueError):
        student.call("elementwise_cost", **KERNEL | {"itemsize": 0})


@check("err", of="intensity", valid={"flop": 1, "n_bytes": 12})
def test_intensity_refuses(student):
    """没有字节就没有强度；负数也要抛出 ValueError。

    Without bytes there is no intensity; negative counts raise ValueError as well.
    """
    for flop, n_bytes in ((1, 0), (0, 0), (1, -12), (-1, 12)):
        with expects(ValueError):
            student.call("intensity", flop=flop, n_bytes=n_bytes)


@check("err", of="roofline_row", valid=ADD | H200)
def test_row_refuses(student):
    """超出范围的算子、尺寸或上限，以及一个字节也不搬的情形，要抛出 ValueError。

    Operators, sizes or limits out of range, and a case that moves no byte, raise ValueError.
    """
    bad_numbers = (
        {"flop_per_s": 0.0},
        {"flop_per_s": math.nan},
        {"bytes_per_s": -4.8e12},
        {"bytes_per_s": math.inf},
        {"op": "copy", "dims": {"N": 0}},
    )
    for bad in (*NO_WORK[:5], *bad_numbers):
        with expects(ValueError):
            student.call("roofline_row", **ADD | H200 | bad)
