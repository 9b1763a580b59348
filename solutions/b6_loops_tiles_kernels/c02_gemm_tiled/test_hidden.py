"""The hidden checks of c02: sizes against T, layouts, what a product satisfies, what is fetched."""

import math

import numpy as np

from assignments.b6_loops_tiles_kernels.c02_gemm_tiled.inputs import (
    SMALL_TRACES,
    TRACES,
    UNEQUAL,
    VIEWS,
    every_size_with_every_tile,
    integer_matrices,
    integer_products,
    real_products,
    tiles,
    with_gaps,
)
from grader import access, bounded, check, exact, expects, given, holds, poisoned
from reference.models import gemm
from reference.models import tiles as tile_model

POISONS = (math.nan, 7.0)
EDGES = (
    "边上的块不满 T：三个方向各自剪到 M、N、K。",
    "Blocks at the edge are smaller than T: clip each direction at its own M, N or K.",
)

ORDER = (
    "三层块循环里 k0 在最里面，T 是块的边长；一块 C 的 A、B 每走一步只碰 T×T 个。",
    "k0 is the innermost of the block loops, T the side of a block; a step touches T×T of A and B.",
)
UNSEEN = (
    "出现 nan 时，看看是不是绕开了下标（memoryview），或者写进了 C 的副本（np.asarray）。",
    "If there is nan: did you bypass indexing (memoryview) or write to a copy of C?",
)


def multiply(student, A, B, T, fill=math.nan, layout="C"):
    """Return what the student leaves in a poisoned C."""
    C = poisoned((A.shape[0], B.shape[1]), fill=fill, layout=layout)
    _, after = student.call("gemm_tiled", A=A, B=B, C=C, T=T, out=("C",))
    return after


def meaning(A, B):
    """Return AB as float32; exact for the integers of this unit."""
    return gemm.product(A, B).astype(np.float32)


@check("ex", of="gemm_tiled")
def test_edges_in_each_direction(student):
    """4×4 的矩阵切成 3×3 的块：每个方向都剩下一条边。

    Matrices of 4×4 in blocks of 3×3: an edge is left in each direction.
    """
    A, B = np.arange(16, dtype=np.float32).reshape(4, 4), np.eye(4, dtype=np.float32)[::-1].copy()
    exact(multiply(student, A, B, 3), A[:, ::-1], hint=EDGES)
    exact(multiply(student, B, A, 3), A[::-1], hint=EDGES)


@check("ex", of="gemm_tiled")
def test_no_products(student):
    """K = 0 时 C 是全 0。

    With K = 0, C is all zeros.
    """
    A, B = np.zeros((2, 0), np.float32), np.zeros((0, 3), np.float32)
    for fill in POISONS:
        exact(
            multiply(student, A, B, 2, fill),
            np.zeros((2, 3), np.float32),
            hint=(
                "k0 循环一次也不走时，谁来写 C？",
                "Who writes C when the k0 loop runs zero times?",
            ),
        )


@check("prop", of="gemm_tiled", weight=2)
def test_sizes_and_tiles(student):
    """0 到 31 的大小与 1 到 64 的块，C 里原来填满 NaN。

    Sizes of 0 to 31 in blocks of 1 to 64; C arrives full of NaN.
    """
    for seed, (M, N, K, T) in enumerate(every_size_with_every_tile(2)):
        product = integer_matrices(M, N, K, seed)
        exact(multiply(student, **product, T=T), meaning(**product), hint=EDGES)


@check("prop", of="gemm_tiled")
@given(integer_products("signed"), tiles())
def test_integers(student, product, T):
    """小的整数值：没有舍入，结果完全相等；C 里原来填满 7.0。

    Small integers: nothing rounds, the result is exactly equal; C arrives full of 7.0.
    """
    exact(multiply(student, **product, T=T, fill=7.0), meaning(**product), hint=EDGES)


@check("prop", of="gemm_tiled")
@given(integer_products("odd", "positive"), tiles())
def test_many_digits(student, product, T):
    """位数多的整数、加起来超过 2048 的整数：float32 仍然不舍入，结果完全相等。

    Integers of many digits, or with sums beyond 2048: float32 still does not round, the result is
    exactly equal.
    """
    exact(
        multiply(student, **product, T=T),
        meaning(**product),
        hint=(
            "如果小整数都对，看看中间结果用的是什么精度。",
            "If small integers are right: which precision do intermediate results have?",
        ),
    )


@check("prop", of="gemm_tiled")
@given(real_products(), tiles())
def test_reals(student, product, T):
    """实数输入：误差在 float32 任意求和顺序的界之内。

    Real inputs: the error is within what float32 can do in any order of summation.
    """
    bounded(multiply(student, **product, T=T), **product)


@check("prop", of="gemm_tiled")
def test_views_of_inputs(student):
    """A、B 是有间隔的切片，或其转置。

    A and B are slices with gaps, or transposes of such.
    """
    for M, N, K, T in VIEWS:
        product = integer_matrices(M, N, K)
        A, B = product["A"], product["B"]
        exact(multiply(student, with_gaps(A), with_gaps(B), T), meaning(A, B))
        exact(multiply(student, with_gaps(A.T).T, with_gaps(B.T).T, T), meaning(A, B))


@check("prop", of="gemm_tiled")
def test_view_of_output(student):
    """C 是有间隔的切片：元素都写到，间隔不碰。

    C is a slice with gaps: every element is written, no gap is touched.
    """
    for M, N, K, T in VIEWS:
        for fill in POISONS:
            product = integer_matrices(M, N, K)
            exact(
                multiply(student, **product, T=T, fill=fill, layout="strided"),
                meaning(**product),
                hint=("写的是 C 本身，还是它的拷贝？", "Is it C itself you write to, or a copy?"),
            )


@check("prop", of="gemm_tiled")
def test_tile_does_not_matter(student):
    """整数值的输入：无论 T 多大，结果都一样；T 恰好等于或超过矩阵时也一样。

    Integer inputs: every T gives the same result, also one as large as the matrix or larger.
    """
    for M, N, K in UNEQUAL:
        product = integer_matrices(M, N, K)
        for T in (*range(1, max(M, N, K) + 2), 64):
            exact(multiply(student, **product, T=T), meaning(**product), hint=EDGES)


@check("prop", of="gemm_tiled")
def test_zeros_along_k(student):
    """A 的右边、B 的下面补上同样多的 0，C 不变。

    As many zeros on the right of A and below B leave C as it was.
    """
    for M, N, K in UNEQUAL:
        A, B = integer_matrices(M, N, K).values()
        for more in range(1, 6):
            wide = np.pad(A, ((0, 0), (0, more)))
            tall = np.pad(B, ((0, more), (0, 0)))
            exact(multiply(student, wide, tall, 4), meaning(A, B), hint=EDGES)


@check("prop", of="gemm_tiled")
def test_repeated_calls(student):
    """同样的输入再算一次，结果不变；中间算了别的、换了 T 也一样。

    The same inputs give the same result again, also with another product or another T in between.
    """
    first, other = integer_matrices(5, 3, 7, seed=1), integer_matrices(5, 3, 7, seed=2)
    for product, T in ((first, 2), (first, 2), (other, 2), (first, 4), (first, 2)):
        for fill in POISONS:
            exact(multiply(student, **product, T=T, fill=fill), meaning(**product))


def record(student, M, N, K, T):
    """Return the record of one product, which has to be right and made of what was read."""
    product = integer_matrices(M, N, K, values="counting")
    log = student.trace("gemm_tiled", **product, C=poisoned((M, N)), T=T, out=("C",))
    exact(log.after["C"], meaning(**product), hint=UNSEEN)
    access.inside(log)
    access.gemm.pairs(log)
    return log


def cache_lines(T):
    """Return the lines of the cache in which every order inside a block meets the model.

    Between two uses of an element of C lie at most two steps: two blocks of A, two of B, one of C.
    """
    return 5 * T * T


def demand_reads(log, name, times):
    """Demand that each element was read once for each block of C that needs it, or more often."""
    reads = np.bincount(log.place[log.events(name, "reads")], minlength=log.array(name).size)
    holds(
        int(reads.min()) >= times,
        zh=f"{name} 的每个元素至少读 {times} 次：每块 C 都要重新读它，局部拷贝最多留一块",
        en=f"each element of {name} is read at least {times} times: anew for each block of C; "
        "a local copy holds no more than one block",
        got=int(reads.min()),
    )


@check("trace", of="gemm_tiled", weight=9)
def test_fetches_of_factors(student):
    """5T² 行的 LRU 缓存里，A、B 的取数不超过每块 C 把用到的元素各取一次；每块 C 也确实重新读它们。

    An LRU cache of 5T² lines fetches A and B no more often than each block of C takes if it fetches
    what it uses once; and each block of C does read them anew.
    """
    for M, N, K, T in TRACES:
        log = record(student, M, N, K, T)
        traffic = tile_model.tiled_traffic_elems(M, N, K, T, T)
        access.misses(log, cache_lines(T), {"A": traffic["a"], "B": traffic["b"]}, hint=ORDER)
        demand_reads(log, "A", traffic["a"] // (M * K))
        demand_reads(log, "B", traffic["b"] // (K * N))


@check("trace", of="gemm_tiled", weight=3)
def test_fetches_of_c(student):
    """5T² 行的 LRU 缓存里，C 最多取 2MN 次：一块 C 算完所有 k 再换下一块。

    An LRU cache of 5T² lines fetches C at most 2MN times: a block of C sees all of k before the
    next block begins.
    """
    for M, N, K, T in (TRACES[1], *TRACES[3:]):
        log = record(student, M, N, K, T)
        access.misses(log, cache_lines(T), {"C": 2 * M * N}, hint=ORDER)


@check("trace", of="gemm_tiled", weight=3)
def test_writes_of_c(student):
    """C 的每个元素都先写后读；很小的矩阵也不越界。

    Every element of C is written before it is read; no access is outside in small matrices either.
    """
    for M, N, K, T in (*SMALL_TRACES, TRACES[0]):
        access.written_before_read(record(student, M, N, K, T), "C")


VALID = {**integer_matrices(3, 4, 5), "C": poisoned((3, 4)), "T": 2, "out": ("C",)}
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


@check("err", of="gemm_tiled", valid=VALID)
def test_refuses_misfits(student):
    """三个形状中任何一处配不上，都抛出 ValueError；能广播也不行。

    ValueError wherever the three shapes do not fit, also where they would broadcast.
    """
    for of_a, of_b, of_c in MISFITS:
        A, B = np.ones(of_a, np.float32), np.ones(of_b, np.float32)
        with expects(ValueError):
            student.call("gemm_tiled", A=A, B=B, C=poisoned(of_c), T=2, out=("C",))


@check("err", of="gemm_tiled", valid=VALID)
def test_refuses_tiles(student):
    """T 小于 1 时抛出 ValueError，没有元素的 C 也不例外。

    ValueError if T is below 1, also for a C without elements.
    """
    empty = {**integer_matrices(0, 4, 5), "C": poisoned((0, 4))}
    for bad in ({"T": 0}, {"T": -1}, {"T": -4}, {"T": 0, **empty}, {"T": -2, **empty}):
        with expects(ValueError):
            student.call("gemm_tiled", **VALID | bad)
