"""The visible checks of x07."""

import numpy as np

from grader import access, check, exact, expects, poisoned

X = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
W = np.array([[7, 9, 11], [8, 10, 12]], np.float32)
Y = np.array([[58, 64], [139, 154]], np.float32)
FLAT = {"a": X.reshape(-1), "b": W.T.reshape(-1), "M": 2, "N": 2, "K": 3}


@check("ex", of="matmul_flat")
def test_flat_example(student):
    """题目里的例子，按行主序摊平；c 里原来填满 NaN。

    The worked example, flat in row-major order; c arrives full of NaN.
    """
    _, c = student.call("matmul_flat", **FLAT, c=poisoned((4,)), out=("c",))
    exact(
        c,
        Y.reshape(-1),
        hint=(
            "A 的一行有 K 个元素，B 和 C 的一行有 N 个；c 的旧值不能用。",
            "A row of A has K elements, a row of B or C has N; what c held must not be used.",
        ),
    )


@check("ex", of="linear")
def test_layer_example(student):
    """两个神经元，各一行权重：同样的四个数；加上偏置 [1000, 2000] 之后是另外四个。

    Two neurons, one row of weights each: the same four numbers, and four others with the bias
    [1000, 2000].
    """
    exact(
        student.call("linear", x=X, weight=W),
        Y,
        hint=(
            "weight 的一行是一个神经元的权重。",
            "A row of weight is the weights of one neuron.",
        ),
    )
    bias = np.array([1000, 2000], np.float32)
    want = np.array([[1058, 2064], [1139, 2154]], np.float32)
    exact(
        student.call("linear", x=X, weight=W, bias=bias),
        want,
        hint=("每个神经元一个偏置，加到它那一列。", "One bias per neuron, added to its column."),
    )


@check("trace", of="matmul_flat")
def test_example_order(student):
    """例子的访问：按 i-j-k 的次序读 a、b 各 12 次，每个 c 只写一次、从不读，下标不为负。

    The accesses of the example: a and b are read 12 times each in the order of i-j-k, each c is
    written once and never read, and no index is negative.
    """
    log = student.trace("matmul_flat", **FLAT, c=poisoned((4,)), out=("c",))
    exact(log.after["c"], Y.reshape(-1))
    access.inside(log)
    access.order(log, "a", access.gemm.nest_places("ik", "ijk", (2, 2, 3)))
    access.order(log, "b", access.gemm.nest_places("kj", "ijk", (2, 2, 3)))
    access.each(log, "c", reads=0, writes=1)
    access.gemm.explained(log, "a", "b", "c", sizes=(2, 2, 3))


@check("err", of="matmul_flat", valid={**FLAT, "c": poisoned((4,)), "out": ("c",)})
def test_flat_refuses(student):
    """a 的元素个数不是 M·K 时抛出 ValueError。

    ValueError if a has another number of elements than M·K.
    """
    with expects(ValueError):
        student.call("matmul_flat", **FLAT | {"a": X[0]}, c=poisoned((4,)), out=("c",))


@check("err", of="linear", valid={"x": X, "weight": W})
def test_layer_refuses(student):
    """x 和 weight 的列数不同时抛出 ValueError。

    ValueError if x and weight have different numbers of columns.
    """
    with expects(ValueError):
        student.call("linear", x=X, weight=W.T)
