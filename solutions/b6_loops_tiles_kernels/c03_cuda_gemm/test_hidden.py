"""The hidden checks of c03: products for each TILE, the launch, and the rules for threads."""

import math

import numpy as np

from assignments.b6_loops_tiles_kernels.c03_cuda_gemm.inputs import (
    DIVIDED,
    EMPTY,
    SHAPES,
    TILES,
    TRACES,
    grids,
    integer_matrices,
    integer_products,
    orders,
    real_products,
    threads_that_touch,
    with_gaps,
)
from grader import access, bounded, check, exact, expects, given, holds, poisoned
from reference.models import gemm
from reference.models import tiles as tile_model

EDGES = (
    "访存记录若指出竞争或屏障，先改那里；再看边上：写 C 要判断行和列，多出来的位置补 0，k 走完 K。",
    "Begin with a race or barrier that `trace` names; then edges: guards, zeros, all of K.",
)
PRECISION = (
    "如果小整数都对，看看累加用的是什么精度。",
    "If small integers are right: in which precision do you add up?",
)
OTHER_TILE = (
    "TILE = 4 时对，换一个就错：核函数里是不是写死了 4，或者先把 TILE 抄成了别的名字？",
    "Right with TILE = 4 but not with another: is there a 4 in the kernel, or a copy of TILE?",
)
FEW = 10  # examples of what runs in the simulator
OWN_TILE = 4
"""What the notebook has. Each other one takes a fresh box."""


def with_tile(student, tile):
    """Set TILE, where it is not what the notebook has."""
    if tile != OWN_TILE:
        student.set("TILE", tile)


def cover(M, N, tile):
    """Return (grid, block) that cover an M x N matrix: x along columns, y along rows."""
    return (-(-N // tile), -(-M // tile)), (tile, tile)


def launched(student, kernel, product, tile=4, fill=math.nan, order=0):
    """Return the record of a kernel that the check launches, on a poisoned C."""
    M, N = product["A"].shape[0], product["B"].shape[1]
    grid, block = cover(M, N, tile)
    C = poisoned((M, N), fill=fill)
    return student.launch(kernel, grid, block, **product, C=C, out=("C",), order=order)


def multiply(student, kernel, product, **options):
    """Return what a kernel leaves in C."""
    return launched(student, kernel, product, **options).after["C"]


def meaning(A, B):
    """Return AB as float32; exact for the integers of this unit."""
    return gemm.product(A, B).astype(np.float32)


# ---- ex


@check("ex", of="launch_config")
def test_other_grids(student):
    """整除、不整除、1×1 的块，以及没有行的情形。

    Sizes that the tile divides, and does not; blocks of 1×1; no rows at all.
    """
    for (M, N, tile), grid in (
        ((16, 48, 16), (3, 1)),
        ((31, 65, 32), (3, 1)),
        ((5, 9, 1), (9, 5)),
        ((1, 1, 32), (1, 1)),
        ((0, 5, 4), (2, 0)),
    ):
        exact(student.call("launch_config", M=M, N=N, tile=tile), (grid, (tile, tile)))


def demand_fixed_examples(student, kernel):
    """Demand columns in reverse order on 2×3 blocks, and zeros where there are no products."""
    A = np.arange(63, dtype=np.float32).reshape(9, 7)
    B = np.eye(7, dtype=np.float32)[:, ::-1].copy()
    exact(multiply(student, kernel, {"A": A, "B": B}), A[:, ::-1], hint=EDGES)
    nothing = {"A": np.zeros((2, 0), np.float32), "B": np.zeros((0, 3), np.float32)}
    exact(
        multiply(student, kernel, nothing, fill=7.0),
        np.zeros((2, 3), np.float32),
        hint=(
            "K = 0 时循环一次也不走，C 仍然要写。",
            "With K = 0 no loop runs, and C has to be written all the same.",
        ),
    )


@check("ex", of="gemm_naive")
def test_naive_fixed(student):
    """gemm_naive：把 9×7 的 A 的列倒过来，2×3 个线程块；K = 0 时 C 是全 0。

    gemm_naive: the columns of a 9×7 A in reverse, on 2×3 blocks; with K = 0, C is all zeros.
    """
    demand_fixed_examples(student, "gemm_naive")


@check("ex", of="gemm_shared")
def test_shared_fixed(student):
    """gemm_shared：把 9×7 的 A 的列倒过来，2×3 个线程块；K = 0 时 C 是全 0。

    gemm_shared: the columns of a 9×7 A in reverse, on 2×3 blocks; with K = 0, C is all zeros.
    """
    demand_fixed_examples(student, "gemm_shared")


@check("ex", of="gemm_gpu")
def test_gpu_fixed(student):
    """gemm_gpu：列向量乘行向量，行向量乘列向量。

    gemm_gpu: a column times a row, and a row times a column.
    """
    column = np.arange(1, 7, dtype=np.float32).reshape(6, 1)
    row = np.array([[1, -2, 3]], np.float32)
    exact(student.simulate("gemm_gpu", A=column, B=row).value, column * row)
    exact(
        student.simulate("gemm_gpu", A=np.ones((1, 6), np.float32), B=column).value,
        np.array([[21]], np.float32),
    )


# ---- prop


@check("prop", of="launch_config")
@given(grids())
def test_grid_covers(student, case):
    """网格盖住每个元素，每个方向多出来的线程少于一块。

    The grid covers each element, and in each direction less than a block of threads is left over.
    """
    got = student.call("launch_config", **case)
    exact(
        got,
        cover(**case),
        hint=(
            "向上取整：满块的个数，有剩余再加一块。",
            "Round up: the full blocks, and one more if something is left.",
        ),
    )


def demand_products(student, kernel, tiles):
    """Demand exact products for each TILE, threads in all orders, old contents of both kinds."""
    for tile in tiles:
        with_tile(student, tile)
        for number, (M, N, K) in enumerate(SHAPES):
            product = integer_matrices(M, N, K, seed=number)
            options = {"order": number % 4 - 1, "fill": (math.nan, 7.0)[number % 2]}
            got = multiply(student, kernel, product, tile=tile, **options)
            exact(got, meaning(**product), hint=EDGES if tile == OWN_TILE else OTHER_TILE)


@check("prop", of="gemm_naive", weight=2)
def test_naive_sizes(student):
    """gemm_naive：TILE 取 4、3 与各种形状，线程按正序、倒序、乱序执行。

    gemm_naive: TILE of 4 and 3 with all kinds of shapes, threads in order, in reverse, shuffled.
    """
    demand_products(student, "gemm_naive", TILES[:2])


@check("prop", of="gemm_shared", weight=2)
def test_shared_sizes(student):
    """gemm_shared：TILE 取 4、3、2 与各种形状，线程按正序、倒序、乱序执行。

    gemm_shared: TILE of 4, 3 and 2 with all kinds of shapes, threads in order, in reverse,
    shuffled.
    """
    demand_products(student, "gemm_shared", TILES)


@check("prop", of="gemm_naive")
@given(integer_products("odd", "positive"), orders(), examples=FEW)
def test_naive_digits(student, product, order):
    """gemm_naive：位数多的整数、加起来超过 2048 的整数，结果完全相等。

    gemm_naive: integers of many digits, or with sums beyond 2048; the result is exactly equal.
    """
    got = multiply(student, "gemm_naive", product, order=order)
    exact(got, meaning(**product), hint=PRECISION)


@check("prop", of="gemm_shared")
@given(integer_products("odd", "positive"), orders(), examples=FEW)
def test_shared_digits(student, product, order):
    """gemm_shared：位数多的整数、加起来超过 2048 的整数，结果完全相等。

    gemm_shared: integers of many digits, or with sums beyond 2048; the result is exactly equal.
    """
    got = multiply(student, "gemm_shared", product, order=order)
    exact(got, meaning(**product), hint=PRECISION)


@check("prop", of="gemm_naive")
@given(real_products(), orders(), examples=FEW)
def test_naive_reals(student, product, order):
    """gemm_naive：实数输入，误差在 float32 任意求和顺序的界之内。

    gemm_naive: real inputs; the error is within what float32 can do in any order of summation.
    """
    bounded(multiply(student, "gemm_naive", product, order=order), **product)


@check("prop", of="gemm_shared")
@given(real_products(), orders(), examples=FEW)
def test_shared_reals(student, product, order):
    """gemm_shared：实数输入，误差在 float32 任意求和顺序的界之内。

    gemm_shared: real inputs; the error is within what float32 can do in any order of summation.
    """
    bounded(multiply(student, "gemm_shared", product, order=order), **product)


@check("prop", of=("gemm_naive", "gemm_shared"))
@given(integer_products("signed"), examples=FEW)
def test_kernels_agree(student, product):
    """整数输入时两个核函数的结果一样，而且都对。

    On integers both kernels give the same result, the right one.
    """
    naive, shared = (multiply(student, k, product) for k in ("gemm_naive", "gemm_shared"))
    exact(shared, naive)
    exact(shared, meaning(**product))


def demand_host_product(student, A, B, hint=EDGES):
    """Demand the right product from gemm_gpu and return the run, with its launches."""
    run = student.simulate("gemm_gpu", A=A, B=B)
    exact(run.value, meaning(A, B), hint=hint)
    return run


@check("prop", of="gemm_gpu")
def test_gpu_sizes(student):
    """gemm_gpu：TILE 取 4、3 与各种形状。

    gemm_gpu: TILE of 4 and 3 with all kinds of shapes.
    """
    for tile in TILES[:2]:
        with_tile(student, tile)
        for number, (M, N, K) in enumerate(SHAPES):
            product = integer_matrices(M, N, K, seed=number)
            hint = EDGES if tile == OWN_TILE else OTHER_TILE
            demand_host_product(student, **product, hint=hint)


@check("prop", of="gemm_gpu")
def test_gpu_empty(student):
    """gemm_gpu：没有元素的结果不启动核函数；K = 0 时是全 0。

    gemm_gpu: a result without elements takes no launch; with K = 0 it is all zeros.
    """
    for M, N, K in EMPTY:
        run = demand_host_product(student, **integer_matrices(M, N, K))
        holds(
            M * N > 0 or not run.launches,
            zh="没有元素的结果不启动核函数",
            en="a result without elements takes no launch",
            got=len(run.launches),
        )


@check("prop", of="gemm_gpu")
def test_gpu_layouts(student):
    """gemm_gpu：A、B 是列主序的数组、有间隔的切片，或其转置。

    gemm_gpu: A and B are column-major, slices with gaps, or transposes of such.
    """
    for M, N, K in ((5, 3, 7), (2, 6, 3)):
        product = integer_matrices(M, N, K)
        A, B = product["A"], product["B"]
        for layout in (np.asfortranarray, with_gaps, lambda matrix: with_gaps(matrix.T).T):
            demand_host_product(
                student,
                layout(A),
                layout(B),
                hint=(
                    "A[i, k] 是第 i 行第 k 个，不管它在内存里怎么放。",
                    "A[i, k] is element k of row i, however it lies in memory.",
                ),
            )


@check("prop", of="gemm_gpu", weight=2)
def test_gpu_launch_sizes(student):
    """gemm_gpu：启动一次 gemm_shared，网格和线程块出自 launch_config；返回核函数留在 C 里的结果。

    gemm_gpu: launches gemm_shared once, with the grid and block of launch_config; returns what the
    kernel left in C.
    """
    M, N, K = 9, 5, 7
    product = integer_matrices(M, N, K, values="counting")
    run = student.simulate("gemm_gpu", **product)
    holds(
        len(run.launches) == 1,
        zh="启动一次核函数",
        en="one kernel is launched, once",
        got=len(run.launches),
    )
    launch = run.launches[0]
    access.gpu.configured(launch, *cover(M, N, OWN_TILE))
    access.gpu.uses_shared(launch)
    exact(run.value, meaning(**product), hint=EDGES)
    # By contents: how the kernel calls its parameters is not asked here.
    holds(
        any(np.array_equal(left, run.value) for left in launch.after.values()),
        zh="返回的就是核函数留在 C 里的数",
        en="what comes back is what the kernel left in C",
    )


# ---- err


@check("err", of="launch_config", valid={"M": 5, "N": 6, "tile": 4})
def test_refuses_grids(student):
    """tile 小于 1，或者 M、N 为负时抛出 ValueError，别的都是 0 也不例外。

    ValueError if tile is below 1 or M or N is negative, also where the others are 0.
    """
    for M, N, tile in ((5, 6, -1), (5, 6, -4), (0, 0, 0), (-1, 6, 4), (5, -1, 4), (-3, 0, 2)):
        with expects(ValueError):
            student.call("launch_config", M=M, N=N, tile=tile)


def valid_product(student):
    """Make a call of gemm_gpu that has to return."""
    student.simulate("gemm_gpu", **integer_matrices(4, 8, 4))


def refuses(student, A, B):
    """Demand that gemm_gpu refuses these."""
    with expects(ValueError):
        student.simulate("gemm_gpu", A=A, B=B)


@check("err", of="gemm_gpu", valid=valid_product)
def test_refuses_shapes(student):
    """形状配不上、不是二维时抛出 ValueError；能广播、结果没有元素也不行。

    ValueError for shapes that do not fit and for other than two dimensions, also where they would
    broadcast or the result is empty.
    """
    for of_a, of_b in (
        ((4, 5), (4, 5)),
        ((4, 1), (5, 4)),
        ((4, 5), (1, 4)),
        ((0, 5), (4, 3)),
        ((4, 4), (4,)),
        ((4,), (4, 4)),
        ((1, 4, 4), (4, 4)),
        ((4, 4), (4, 4, 1)),
    ):
        refuses(student, np.ones(of_a, np.float32), np.ones(of_b, np.float32))


@check("err", of="gemm_gpu", valid=valid_product)
def test_refuses_dtypes(student):
    """A 或 B 不是 float32 时抛出 ValueError。

    ValueError if A or B is not float32.
    """
    whole = np.ones((4, 4), np.float32)
    for dtype in (np.float64, np.float16, np.int32):
        refuses(student, whole.astype(dtype), whole)
        refuses(student, whole, whole.astype(dtype))


# ---- trace: as in the visible checks, the product is asked last


def records(student, kernel, shapes):
    """Yield the tile, the record and the right result of one launch for each tile and shape."""
    for tile, listed in shapes.items():
        with_tile(student, tile)
        for M, N, K in listed:
            product = integer_matrices(M, N, K, values="counting")
            yield tile, launched(student, kernel, product, tile=tile), meaning(**product)


def demand_product(launch, want):
    """Demand the right result, made of what was read: threads that do nothing follow every rule."""
    access.gemm.explained(launch)
    exact(
        launch.after["C"],
        want,
        hint=(
            "先看屏障和竞争两条：它们坏了，数值也会跟着错。",
            "See barriers and races first: where those break, values go wrong too.",
        ),
    )


SEVERAL = {4: ((7, 6, 5), (5, 8, 7)), 3: ((5, 4, 9), (4, 5, 7), (7, 7, 2))}
"""More than one block along M or N in each, and more than one step along K in all but (7, 7, 2).

C never has one element alone: there the thread inside it may be the only one that computes, and
rule 3 asks nobody to read what others loaded.
"""
ROWS = (
    "只看 threadIdx.y 相同、参加这一次访问的线程，按 threadIdx.x 排；中间不参加的不算。",
    "Of the threads with one threadIdx.y, only those that make this access count, in order of x.",
)


@check("trace", of="gemm_shared", weight=2)
def test_barriers_each_tile(student):
    """屏障：TILE 取 3、4，边上的线程块里，所有线程也经过同样的屏障。

    Barriers: for TILE of 3 and 4 all threads pass the same barriers, in blocks at the edge too.
    """
    for _, launch, want in records(student, "gemm_shared", SEVERAL):
        access.gpu.barriers(launch)
        access.gpu.uses_shared(launch)
        demand_product(launch, want)


@check("trace", of="gemm_shared", weight=6)
def test_races_each_tile(student):
    """竞争：TILE 取 3、4、6，没有竞争，也不读没写过的共享内存。6×6 的线程块超过一个 warp。

    Races: for TILE of 3, 4 and 6 there is no race, and no shared memory is read before it is
    written. A block of 6×6 threads is more than a warp.
    """
    for _, launch, want in records(student, "gemm_shared", SEVERAL | {6: ((7, 5, 8),)}):
        access.gpu.races(launch)
        access.gpu.initialised(launch)
        access.gpu.uses_shared(launch)
        demand_product(launch, want)


def rounded_up(size, tile):
    """Return the smallest multiple of the tile that is at least `size`."""
    return -(-size // tile) * tile


@check("trace", of="gemm_shared", weight=6)
def test_traffic_each_tile(student):
    """搬运：TILE 整除时，A 最多读 MK⌈N/T⌉ 次，B 最多读 KN⌈M/T⌉ 次；不整除时按补满的大小算；
    共享内存真正共用。

    Traffic: where TILE divides the sizes, A is read at most MK⌈N/T⌉ times and B at most KN⌈M/T⌉
    times; elsewhere sizes are rounded up; shared memory is really shared.
    """
    shapes = {tile: (*DIVIDED[tile], *SEVERAL.get(tile, ())) for tile in TILES}
    for tile, launch, want in records(student, "gemm_shared", shapes):
        (M, K), N = launch.array("A").shape, launch.array("B").shape[1]
        sizes = (rounded_up(size, tile) for size in (M, N, K))
        most = tile_model.tiled_traffic_elems(*sizes, tile, tile)
        access.gpu.uses_shared(launch)
        access.gpu.traffic(launch, reads={"A": most["a"], "B": most["b"]}, at_most=True)
        demand_product(launch, want)


def demand_coalescing(student, kernel, shapes):
    """Demand that a row of threads reads B and writes C side by side."""
    for _, launch, want in records(student, kernel, shapes):
        access.gpu.coalesced(launch, "B", hint=ROWS)
        access.gpu.coalesced(launch, "C", hint=ROWS)
        demand_product(launch, want)


# What the rules ask of gemm_naive counts to gemm_shared: named by itself it would be half the key.
@check("trace", of="gemm_shared")
def test_coalescing_naive_sizes(student):
    """gemm_naive 的合并访存，其他形状：一行线程里一起读 B、写 C 的，前后两个碰的是同一个元素或
    下一个元素。

    gemm_naive, coalescing, other shapes: of the threads of a row that read B or write C together,
    each touches the same element as the one before it or the next element.
    """
    demand_coalescing(student, "gemm_naive", {4: SEVERAL[4]})


@check("trace", of="gemm_shared")
def test_coalescing_each_tile(student):
    """gemm_shared 的合并访存，TILE 取 3、4：一行线程里一起读 B、写 C 的，前后两个碰的是同一个元素
    或下一个元素。

    gemm_shared, coalescing, for TILE of 3 and 4: of the threads of a row that read B or write C
    together, each touches the same element as the one before it or the next element.
    """
    demand_coalescing(student, "gemm_shared", SEVERAL)


def demand_many(launch, name, what, zh, en):
    """Demand that the threads share the work: a fourth as many as C has elements."""
    threads = threads_that_touch(launch, name, what)
    holds(
        4 * threads >= launch.array("C").size,
        zh=f"分工：{zh} 的线程至少有 MN/4 个",
        en=f"shared work: at least MN/4 threads {en}",
        got=threads,
    )


def demand_stores(student, kernel, shapes):
    """Demand that each element of C is written once and never read, in small shapes too."""
    for tile, launch, want in records(student, kernel, shapes):
        access.each(launch, "C", writes=1)
        access.counts(launch, "C", reads=0)
        demand_many(launch, "C", "writes", "写 C", "write to C")
        # With K < TILE the tiles are not full, and some threads have nothing to load.
        if launch.array("A").shape[1] >= tile:
            demand_many(launch, "A", "reads", "读 A", "read A")
            demand_many(launch, "B", "reads", "读 B", "read B")
        demand_product(launch, want)


@check("trace", of="gemm_shared")
def test_stores_naive_sizes(student):
    """gemm_naive，其他形状：下标不越界；C 的每个元素恰好写一次，从不读；大家分工。

    gemm_naive, other shapes: no index is outside; each element of C is written once and never read;
    threads share the work.
    """
    demand_stores(student, "gemm_naive", {4: TRACES})


@check("trace", of="gemm_shared", weight=4)
def test_stores_shared(student):
    """gemm_shared，其他形状：下标不越界；C 的每个元素恰好写一次，从不读；大家分工。

    gemm_shared, other shapes: no index is outside; each element of C is written once and never
    read; threads share the work.
    """
    demand_stores(student, "gemm_shared", {4: TRACES, 3: TRACES[:3]})
