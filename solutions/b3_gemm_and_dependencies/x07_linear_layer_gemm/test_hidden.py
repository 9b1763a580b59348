"""The hidden checks of x07: the meaning, the layout, and the accesses of the baseline."""

import math

import numpy as np

from assignments.b3_gemm_and_dependencies.x07_linear_layer_gemm.inputs import (
    EMPTY_SHAPES,
    SHAPES,
    TRACED_SHAPES,
    flat_matrices,
    flat_products,
    layer,
    layers,
    real_layer,
    real_layers,
    with_gaps,
)
from grader import access, bounded, check, exact, expects, given, poisoned
from reference.models import gemm
from reference.models import linear as layer_model

POISONS = (math.nan, 7.0)
COLUMNS = (
    "一行权重对应 y 的一列；偏置按列加，与样本无关。",
    "A row of weights makes a column of y; the bias goes by columns, whatever the sample.",
)


def multiply(student, product, fill=math.nan):
    """Return what the student leaves in a poisoned c."""
    c = poisoned((product["M"] * product["N"],), fill=fill)
    _, after = student.call("matmul_flat", **product, c=c, out=("c",))
    return after


def flat_meaning(a, b, M, N, K):
    """Return AB in row-major order; exact for the integers of this unit."""
    return gemm.product(a.reshape(M, K), b.reshape(K, N)).astype(np.float32).reshape(-1)


def layer_meaning(x, weight, bias=None):
    """Return x·weightᵀ + bias as float32; exact for the integers of this unit."""
    return layer_model.linear_product(x, weight, bias).astype(np.float32)


@check("ex", of="matmul_flat")
def test_other_products(student):
    """行乘列得一个数，列乘行得一个矩阵；K = 0 时 c 是全 0。

    A row times a column is one number, a column times a row a matrix; with K = 0, c is all zeros.
    """
    a, b = np.array([1, 2, 3], np.float32), np.array([4, 5, 6], np.float32)
    exact(multiply(student, {"a": a, "b": b, "M": 1, "N": 1, "K": 3}), np.array([32], np.float32))
    outer = np.array([4, 5, 6, 8, 10, 12, 12, 15, 18], np.float32)
    exact(multiply(student, {"a": a, "b": b, "M": 3, "N": 3, "K": 1}), outer)
    for fill in POISONS:
        exact(
            multiply(student, flat_matrices(2, 3, 0), fill),
            np.zeros(6, np.float32),
            hint=(
                "k 循环一次也不走时，谁来写 c？",
                "Who writes c when the k loop runs zero times?",
            ),
        )


@check("ex", of="linear")
def test_other_layers(student):
    """四个神经元看一个样本；K = 0 时 y 的每一行都是偏置。

    Four neurons look at one sample; with K = 0 each row of y is the bias.
    """
    x = np.array([[2, 3]], np.float32)
    weight = np.array([[1, 0], [0, 1], [1, 1], [10, -1]], np.float32)
    bias = np.array([0, 100, 200, 300], np.float32)
    exact(student.call("linear", x=x, weight=weight), np.array([[2, 3, 5, 17]], np.float32))
    want = np.array([[2, 103, 205, 317]], np.float32)
    exact(student.call("linear", x=x, weight=weight, bias=bias), want, hint=COLUMNS)
    nothing = {"x": np.zeros((3, 0), np.float32), "weight": np.zeros((4, 0), np.float32)}
    exact(student.call("linear", **nothing, bias=bias), np.stack([bias] * 3), hint=COLUMNS)


@check("prop", of="matmul_flat")
def test_flat_shapes(student):
    """各种形状，包括某个大小为 0；c 里原来填满 NaN 或 7.0。

    All sorts of shapes, with sizes of 0 among them; c arrives full of NaN or of 7.0.
    """
    for shape in SHAPES:
        for fill in POISONS:
            product = flat_matrices(*shape)
            exact(multiply(student, product, fill), flat_meaning(**product))


@check("prop", of="matmul_flat", weight=2)
@given(flat_products())
def test_flat_integers(student, product):
    """整数值：float32 不舍入，结果完全相等。

    Integers: float32 does not round, the result is exactly equal.
    """
    exact(
        multiply(student, product),
        flat_meaning(**product),
        hint=(
            "如果小整数都对，看看累加器是什么精度。",
            "If small integers are right: which precision does the accumulator have?",
        ),
    )


@check("prop", of="matmul_flat")
@given(real_layers())
def test_flat_reals(student, case):
    """实数：误差在 float32 任意求和顺序的界之内。

    Real numbers: the error is within what float32 can do in any order of summation.
    """
    A, B = case["x"], case["weight"].T
    (M, K), N = A.shape, B.shape[1]
    product = {"a": A.reshape(-1), "b": B.reshape(-1), "M": M, "N": N, "K": K}
    bounded(multiply(student, product, fill=7.0).reshape(M, N), A, B)


@check("prop", of="matmul_flat")
def test_flat_repeated(student):
    """同样的输入再算一次，结果不变；中间算了别的也一样。

    The same inputs give the same result again, also with another product in between.
    """
    first, other = flat_matrices(5, 3, 7, seed=1), flat_matrices(5, 3, 7, seed=2)
    for product in (first, first, other, first):
        exact(multiply(student, product, fill=7.0), flat_meaning(**product))


@check("prop", of="linear", weight=2)
@given(layers())
def test_layers(student, case):
    """整数值的层，有偏置或没有偏置，结果完全相等。

    Layers of integers, with a bias or without: the result is exactly equal.
    """
    exact(student.call("linear", **case), layer_meaning(**case), hint=COLUMNS)


@check("prop", of="linear")
@given(real_layers())
def test_real_layers(student, case):
    """实数的层：误差在 float32 任意求和顺序的界之内，偏置算最后一项。

    Layers of real numbers: the error is within what float32 can do, the bias being one more term.
    """
    x, weight, bias = case["x"], case["weight"], case["bias"]
    if bias is not None:
        # A bias is a column of weights for an input that is always 1.
        x = np.hstack([x, np.ones((len(x), 1), np.float32)])
        weight = np.hstack([weight, bias[:, np.newaxis]])
    bounded(student.call("linear", **case), x, weight.T)


@check("prop", of="linear")
def test_structure(student):
    """x 加倍，y 加倍；x 的行倒过来，y 的行也倒过来；单位权重原样输出；偏置就是加在每一行上。

    Twice the x gives twice the y, rows in reverse come out in reverse, an identity weight changes
    nothing, and a bias is what it adds to each row.
    """
    for M, N, K in ((2, 3, 5), (4, 4, 4), (5, 2, 3)):
        case = layer(M, N, K, has_bias=False)
        x, weight = case["x"], case["weight"]
        y = layer_meaning(x, weight)
        exact(student.call("linear", x=2 * x, weight=weight), 2 * y)
        exact(student.call("linear", x=x[::-1].copy(), weight=weight), y[::-1], hint=COLUMNS)
        exact(student.call("linear", x=x, weight=np.eye(K, dtype=np.float32)), x)
        bias = np.arange(1, N + 1, dtype=np.float32)
        exact(student.call("linear", x=x, weight=weight, bias=bias), y + bias, hint=COLUMNS)
        none = np.zeros(N, np.float32)
        exact(student.call("linear", x=x, weight=weight, bias=none), y, hint=COLUMNS)


@check("prop", of="linear")
def test_views(student):
    """x、weight 是有间隔的切片或转置；同样的输入再算一次，结果不变。

    x and weight are slices with gaps, or transposes; the same inputs give the same again.
    """
    for shape in ((2, 3, 5), (5, 2, 3), (3, 7, 2)):
        for seed in (1, 2, 1):
            case = layer(*shape, seed)
            x, weight = case["x"], case["weight"]
            want = layer_meaning(**case)
            got = student.call(
                "linear", x=with_gaps(x), weight=with_gaps(weight.T).T, bias=case["bias"]
            )
            exact(got, want)


@check("prop", of="linear")
@given(layers())
def test_same_as_flat(student, case):
    """没有偏置的层，与把 weight 转置后交给 matmul_flat 的结果逐位相同（整数值）。

    A layer without a bias is, bit for bit on integers, matmul_flat with the weight transposed.
    """
    x, weight = case["x"], case["weight"]
    (M, K), N = x.shape, weight.shape[0]
    product = {"a": x.reshape(-1), "b": weight.T.reshape(-1), "M": M, "N": N, "K": K}
    c = np.empty(M * N, np.float32)
    gemm.matmul_flat(c=c, **product)
    exact(student.call("linear", x=x, weight=weight), c.reshape(M, N), hint=COLUMNS)


def record(student, shape):
    """Return the record of one product, which has to be right and made of what was read."""
    product = flat_matrices(*shape, values="counting")
    c = poisoned((product["M"] * product["N"],))
    log = student.trace("matmul_flat", **product, c=c, out=("c",))
    exact(log.after["c"], flat_meaning(**product))
    access.inside(log)
    access.gemm.explained(log, "a", "b", "c", sizes=shape)
    return log


@check("trace", of="matmul_flat")
def test_reads(student):
    """a、b 各读 M·N·K 次，次序是 i-j-k：固定 (i, j) 时沿 b 的一列往下，每步隔 N 个元素。

    a and b are read M·N·K times each, in the order of i-j-k: for fixed (i, j) down one column of b,
    N elements apart.
    """
    for shape in TRACED_SHAPES:
        log = record(student, shape)
        for name, axes in (("a", "ik"), ("b", "kj")):
            access.order(log, name, access.gemm.nest_places(axes, "ijk", shape))


@check("trace", of="matmul_flat")
def test_writes(student):
    """每个 c 只写一次、从不读：求和在局部变量里做；大小为 0 时也一样。

    Each c is written once and never read: the sum is built up in a local. Sizes of 0 are no
    exception.
    """
    for shape in (*TRACED_SHAPES, *EMPTY_SHAPES):
        access.each(record(student, shape), "c", reads=0, writes=1)


FLAT = {**flat_matrices(3, 4, 5), "c": poisoned((12,)), "out": ("c",)}
EMPTY = {**flat_matrices(0, 0, 0), "c": poisoned((0,)), "out": ("c",)}
LAYER = real_layer(3, 4, 5)


def ones(*shape):
    """Return float32 ones."""
    return np.ones(shape, np.float32)


@check("err", of="matmul_flat", valid=FLAT)
def test_flat_refusals(student):
    """a、b、c 的元素个数多一个或少一个，大小为负：都抛出 ValueError。

    ValueError for one element too many or too few in a, b or c, and for negative sizes.
    """
    for bad in (
        {"a": ones(16)},
        {"a": ones(14)},
        {"b": ones(21)},
        {"b": ones(19)},
        {"c": poisoned((13,))},
        {"c": poisoned((11,))},
        # All three products are sizes of real matrices.
        {"M": -2, "N": -3, "K": -1, "a": ones(2), "b": ones(3), "c": poisoned((6,))},
        *(EMPTY | {size: -1} for size in "MNK"),
    ):
        with expects(ValueError):
            student.call("matmul_flat", **FLAT | bad)


@check("err", of="linear", valid=LAYER)
def test_layer_refusals(student):
    """x 与 weight 的列数不同、偏置不是每个神经元一个：都抛出 ValueError，能广播也不行。

    ValueError if x and weight have different numbers of columns or the bias is not one number per
    neuron, also where it would broadcast.
    """
    for bad in (
        {"weight": ones(4, 6)},
        {"weight": ones(4, 1)},
        {"weight": ones(5, 4)},
        {"x": ones(3, 1)},
        {"bias": ones(5)},
        {"bias": ones(1)},
        {"bias": ones(3)},
        {"bias": ones(0)},
    ):
        with expects(ValueError):
            student.call("linear", **LAYER | bad)
