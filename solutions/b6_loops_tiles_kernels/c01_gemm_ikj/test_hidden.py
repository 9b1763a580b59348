"""The hidden checks of c01: shapes, layouts, and what a product has to satisfy."""

import math

import numpy as np

from assignments.b6_loops_tiles_kernels.c01_gemm_ikj.inputs import (
    EMPTY_SHAPES,
    LARGER_SHAPES,
    SMALL_SHAPES,
    TRACED_SHAPES,
    VIEW_SHAPES,
    integer_matrices,
    integer_products,
    real_matrices,
    real_products,
    with_gaps,
)
from grader import access, bounded, check, exact, expects, given, poisoned
from reference.models import gemm

POISONS = (math.nan, 7.0)


def multiply(student, A, B, fill=math.nan, layout="C"):
    """Return what the student leaves in a poisoned C."""
    C = poisoned((A.shape[0], B.shape[1]), fill=fill, layout=layout)
    _, after = student.call("gemm_ikj", A=A, B=B, C=C, out=("C",))
    return after


def meaning(A, B):
    """Return AB as float32; exact for the integers of this unit."""
    return gemm.product(A, B).astype(np.float32)


@check("ex", of="gemm_ikj")
def test_other_shapes(student):
    """行乘列得一个数，列乘行得一个矩阵。

    A row times a column is one number, a column times a row a matrix.
    """
    row, column = np.array([[1, 2, 3]], np.float32), np.array([[4], [5], [6]], np.float32)
    exact(multiply(student, row, column), np.array([[32]], np.float32))
    outer = np.array([[4, 8, 12], [5, 10, 15], [6, 12, 18]], np.float32)
    exact(multiply(student, column, row), outer)


@check("ex", of="gemm_ikj")
def test_no_products(student):
    """K = 0 时 C 是全 0。

    With K = 0, C is all zeros.
    """
    A, B = np.zeros((2, 0), np.float32), np.zeros((0, 3), np.float32)
    for fill in POISONS:
        exact(
            multiply(student, A, B, fill),
            np.zeros((2, 3), np.float32),
            hint=(
                "k 循环一次也不走时，谁来写 C？",
                "Who writes C when the k loop runs zero times?",
            ),
        )


@check("prop", of="gemm_ikj", weight=2)
def test_small_shapes(student):
    """M、N、K 取 0、1、2、3、5、7 的全部组合，C 里原来填满 NaN。

    All combinations of M, N, K out of 0, 1, 2, 3, 5, 7; C arrives full of NaN.
    """
    for seed, shape in enumerate(SMALL_SHAPES):
        product = integer_matrices(*shape, seed)
        exact(multiply(student, **product), meaning(**product))


@check("prop", of="gemm_ikj")
def test_small_shapes_over_sevens(student):
    """同样的组合，C 里原来填满 7.0。

    The same combinations; C arrives full of 7.0.
    """
    for seed, shape in enumerate(SMALL_SHAPES, start=1000):
        product = integer_matrices(*shape, seed)
        exact(multiply(student, **product, fill=7.0), meaning(**product))


@check("prop", of="gemm_ikj")
def test_larger_shapes(student):
    """几个较大的形状：各不相等、正方、很扁、很高。

    Some larger shapes: all sizes different, square, flat, tall.
    """
    for shape in LARGER_SHAPES:
        for fill in POISONS:
            product = integer_matrices(*shape)
            exact(multiply(student, **product, fill=fill), meaning(**product))


@check("prop", of="gemm_ikj")
@given(integer_products("signed"))
def test_integers(student, product):
    """小的整数值：没有舍入，结果完全相等。

    Small integers: nothing rounds, the result is exactly equal.
    """
    exact(multiply(student, **product), meaning(**product))


@check("prop", of="gemm_ikj")
@given(integer_products("odd", "positive"))
def test_many_digits(student, product):
    """位数多的整数、加起来超过 2048 的整数：float32 仍然不舍入，结果完全相等。

    Integers of many digits, or with sums beyond 2048: float32 still does not round, the result is
    exactly equal.
    """
    exact(
        multiply(student, **product),
        meaning(**product),
        hint=(
            "如果小整数都对，看看中间结果用的是什么精度。",
            "If small integers are right: which precision do intermediate results have?",
        ),
    )


@check("prop", of="gemm_ikj")
@given(real_products())
def test_reals(student, product):
    """实数输入：误差在 float32 任意求和顺序的界之内。

    Real inputs: the error is within what float32 can do in any order of summation.
    """
    bounded(multiply(student, **product), **product)


@check("prop", of="gemm_ikj")
def test_views_of_inputs(student):
    """A、B 是有间隔的切片，或其转置。

    A and B are slices with gaps, or transposes of such.
    """
    for shape in VIEW_SHAPES:
        product = integer_matrices(*shape)
        A, B = product["A"], product["B"]
        exact(multiply(student, with_gaps(A), with_gaps(B)), meaning(A, B))
        exact(multiply(student, with_gaps(A.T).T, with_gaps(B.T).T), meaning(A, B))


@check("prop", of="gemm_ikj")
def test_view_of_output(student):
    """C 是有间隔的切片：元素都写到，间隔不碰。

    C is a slice with gaps: every element is written, no gap is touched.
    """
    for shape in VIEW_SHAPES:
        for fill in POISONS:
            product = integer_matrices(*shape)
            exact(
                multiply(student, **product, fill=fill, layout="strided"),
                meaning(**product),
                hint=("写的是 C 本身，还是它的拷贝？", "Is it C itself you write to, or a copy?"),
            )


@check("prop", of="gemm_ikj")
def test_identity(student):
    """A 乘单位矩阵还是 A，一位不差。

    A times the identity is A, to the last bit.
    """
    for M, K in ((1, 1), (3, 5), (5, 3), (16, 16)):
        A = real_matrices(M, 0, K)["A"]
        exact(multiply(student, A, np.eye(K, dtype=np.float32)), A)


@check("prop", of="gemm_ikj")
def test_row_order(student):
    """A 的行倒过来，C 的行也倒过来。

    With the rows of A in reverse, the rows of C come in reverse.
    """
    for shape in ((2, 3, 5), (5, 7, 2), (7, 1, 3)):
        product = integer_matrices(*shape)
        backwards = product["A"][::-1].copy()
        exact(multiply(student, backwards, product["B"]), meaning(**product)[::-1])


@check("prop", of="gemm_ikj")
@given(integer_products())
def test_same_as_flat_ijk(student, product):
    """整数值的输入：与行主序一维数组上的 i-j-k 循环逐位相同。

    Integer inputs: bit for bit what the i-j-k loops on flat row-major arrays give.
    """
    A, B = product["A"], product["B"]
    (M, K), N = A.shape, B.shape[1]
    c = np.empty(M * N, np.float32)
    gemm.matmul_flat(A.reshape(-1), B.reshape(-1), c, M, N, K)
    exact(multiply(student, A, B, fill=7.0), c.reshape(M, N))


@check("prop", of="gemm_ikj")
def test_repeated_calls(student):
    """同样的输入再算一次，结果不变；中间算了别的也一样。

    The same inputs give the same result again, also with another product in between.
    """
    first, other = integer_matrices(5, 3, 7, seed=1), integer_matrices(5, 3, 7, seed=2)
    for product in (first, first, other, first):
        for fill in POISONS:
            exact(multiply(student, **product, fill=fill), meaning(**product))


def record(student, shape):
    """Return the record of one product, which has to be right and made of what was read."""
    # No zeros: whoever skips them reads less, and is right all the same.
    product = integer_matrices(*shape, values="positive")
    C = poisoned(shape[:2])
    log = student.trace("gemm_ikj", **product, C=C, out=("C",))
    access.inside(log)
    access.gemm.explained(log)
    exact(log.after["C"], meaning(**product))
    return log


@check("trace", of="gemm_ikj", weight=2)
def test_order_of_b(student):
    """B 的读取顺序正好是：对每个 i、每个 k，从左到右读 B[k, :] 一遍。

    B is read in exactly this order: for each i, for each k, once along B[k, :].
    """
    for M, N, K in TRACED_SHAPES:
        log = record(student, (M, N, K))
        places = access.gemm.nest_places("kj", "ikj", (M, N, K))
        access.order(log, "B", places, hint=loops_seen(log))


@check("trace", of="gemm_ikj", weight=2)
def test_order_of_a(student):
    """A 按行主序读；同一个元素连续读几次算一次。

    A is read in row-major order; consecutive reads of the same element count once.
    """
    for M, N, K in TRACED_SHAPES:
        log = record(student, (M, N, K))
        access.order(log, "A", range(M * K), collapse_repeats=True, hint=loops_seen(log))


@check("trace", of="gemm_ikj")
def test_hoisted(student):
    """A 的每个元素只读一次：a = A[i, k] 放在 j 循环外面。

    Each element of A is read once: a = A[i, k] stands outside the j loop.
    """
    for shape in TRACED_SHAPES:
        access.hoisted(record(student, shape), "A")


@check("trace", of="gemm_ikj")
def test_writes_of_c(student):
    """C 的每个元素都先写后读；大小为 0 时也不越界。

    Every element of C is written before it is read; sizes of 0 lead to no access outside.
    """
    for shape in (*TRACED_SHAPES, *EMPTY_SHAPES):
        access.written_before_read(record(student, shape), "C")


def loops_seen(log):
    """Return a hint that names the order in which the loops really ran, None where none fits."""
    loops = access.gemm.loop_order(log)
    if loops in ("", "ikj"):
        return None
    shown = "-".join(loops)
    return (f"你的循环实际按 {shown} 的顺序执行。", f"Your loops really run {shown}.")


VALID = {**integer_matrices(3, 4, 5), "C": poisoned((3, 4)), "out": ("C",)}
# Shapes (A, B, C) that do not fit: each size too small, too large, and where it would broadcast.
MISFITS = (
    ((3, 5), (4, 4), (3, 4)),
    ((3, 1), (5, 4), (3, 4)),
    ((3, 0), (1, 4), (3, 4)),
    ((3, 5), (5, 4), (2, 4)),
    ((3, 5), (5, 4), (1, 4)),
    ((3, 5), (5, 4), (3, 5)),
    ((3, 5), (5, 1), (3, 4)),
    ((3, 5), (5, 4), (4, 3)),
)


@check("err", of="gemm_ikj", weight=2, valid=VALID)
def test_refuses_misfits(student):
    """三个形状中任何一处配不上，都抛出 ValueError；能广播也不行。

    ValueError wherever the three shapes do not fit, also where they would broadcast.
    """
    for of_a, of_b, of_c in MISFITS:
        A, B = np.ones(of_a, np.float32), np.ones(of_b, np.float32)
        with expects(ValueError):
            student.call("gemm_ikj", A=A, B=B, C=poisoned(of_c), out=("C",))
