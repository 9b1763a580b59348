"""The visible checks of c03. They leave TILE at 4."""

import numpy as np

from grader import access, check, exact, expects, holds, poisoned

from .inputs import integer_matrices, threads_that_touch

A = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
B = np.array([[7, 8], [9, 10], [11, 12]], np.float32)
AB = np.array([[58, 64], [139, 154]], np.float32)
EDGES = (
    "4×4 个线程，C 只有 2×2，K 只有 3：多出来的线程不许读写界外，多出来的位置要补 0。",
    "4×4 threads, but C is 2×2 and K is 3: guard the threads left over, fill the tiles up with 0.",
)
SHARED = (
    "nan 来自没写过的共享内存：看看补 0 和屏障。trace 的检查会指出是哪一行。",
    "nan comes out of shared memory: see to the zeros and the barriers. `trace` names the line.",
)
HOST = (
    "gemm_shared 的例子没通过就先改它；通过了，再看设备上的 C 有没有拷回主机、返回的是不是它。",
    "If gemm_shared fails its example, mend that first; if not: is C copied back, and returned?",
)
ORDER = (
    "先看屏障和竞争两条：它们坏了，数值也会跟着错。",
    "See barriers and races first: where those break, values go wrong too.",
)
ROWS = (
    "只看 threadIdx.y 相同、参加这一次访问的线程，按 threadIdx.x 排；中间不参加的不算。",
    "Of the threads with one threadIdx.y, only those that make this access count, in order of x.",
)
WIDE = ((2, 2), (4, 4))
"""Grid and block for 5 x 6 elements of C."""


@check("ex", of="launch_config")
def test_grid(student):
    """33 行 17 列、16×16 的块：2 块宽，3 块高。

    33 rows and 17 columns in blocks of 16×16: 2 blocks wide, 3 blocks high.
    """
    exact(
        student.call("launch_config", M=33, N=17, tile=16),
        ((2, 3), (16, 16)),
        hint=(
            "x 管列，y 管行；最后一块不满，也要占一块。",
            "x goes along columns, y along rows; a last block that is not full counts too.",
        ),
    )


@check("ex", of="gemm_naive")
def test_naive_example(student):
    """gemm_naive：题目里的例子，一个 4×4 的线程块，C 里原来填满 NaN。

    gemm_naive: the worked example with one block of 4×4 threads; C arrives full of NaN.
    """
    C = poisoned((2, 2))
    launch = student.launch("gemm_naive", (1, 1), (4, 4), A=A, B=B, C=C, out=("C",))
    exact(launch.after["C"], AB, hint=EDGES)


@check("ex", of="gemm_shared")
def test_shared_example(student):
    """gemm_shared：同一个例子，一个 4×4 的线程块，C 里原来填满 7.0。

    gemm_shared: the same example with one block of 4×4 threads; C arrives full of 7.0.
    """
    C = poisoned((2, 2), fill=7.0)
    launch = student.launch("gemm_shared", (1, 1), (4, 4), A=A, B=B, C=C, out=("C",))
    exact(launch.after["C"], AB, hint=SHARED)


@check("ex", of="gemm_gpu")
def test_gpu_example(student):
    """gemm_gpu：同一个例子，从主机数组到主机数组。

    gemm_gpu: the same example, from host arrays to a host array.
    """
    exact(
        student.simulate("gemm_gpu", A=A, B=B).value,
        AB,
        hint=HOST,
    )


@check("prop", of="gemm_gpu")
def test_gpu_launch(student):
    """gemm_gpu：5×7 乘 7×6，启动一次 gemm_shared，2×2 个线程块，每块 4×4 个线程；结果要对。

    gemm_gpu: 5×7 times 7×6 launches gemm_shared once, in 2×2 blocks of 4×4 threads each; the result
    is right.
    """
    product = integer_matrices(5, 6, 7, values="counting")
    run = student.simulate("gemm_gpu", **product)
    holds(
        len(run.launches) == 1,
        zh="启动一次核函数",
        en="one kernel is launched, once",
        got=len(run.launches),
    )
    access.gpu.configured(run.launches[0], *WIDE)
    access.gpu.uses_shared(run.launches[0])
    exact(run.value, product["A"] @ product["B"], hint=HOST)


@check("err", of="launch_config", valid={"M": 5, "N": 6, "tile": 4})
def test_refuses_no_tile(student):
    """tile 小于 1 时抛出 ValueError。

    ValueError if tile is below 1.
    """
    with expects(ValueError):
        student.call("launch_config", M=5, N=6, tile=0)


def valid_product(student):
    """Make a call of gemm_gpu that has to return."""
    student.simulate("gemm_gpu", **integer_matrices(4, 4, 4))


@check("err", of="gemm_gpu", valid=valid_product)
def test_refuses_misfit(student):
    """A 的列数不等于 B 的行数时抛出 ValueError。

    ValueError if the number of columns of A differs from the number of rows of B.
    """
    with expects(ValueError):
        student.simulate("gemm_gpu", A=A, B=AB)


def record(student, kernel="gemm_shared"):
    """Return the record of a kernel, 5×7 times 7×6, and the result it should have."""
    product = integer_matrices(5, 6, 7, values="counting")
    C = poisoned((5, 6))
    launch = student.launch(kernel, *WIDE, **product, C=C, out=("C",))
    return launch, product["A"] @ product["B"]


def made_of_what_was_read(launch, want):
    """Demand that C is right, and that its row of A and column of B were read before."""
    access.gemm.explained(launch)
    exact(launch.after["C"], want, hint=ORDER)


# Whatever a check of a rule asks, the product has to be right too: threads that compute nothing
# follow every rule. It is asked last, so that a broken rule is named first.
@check("trace", of="gemm_shared", weight=2)
def test_barriers(student):
    """屏障：一个线程块里的线程经过同样的 syncthreads，次数也一样。

    Barriers: the threads of a block pass the same syncthreads, equally often.
    """
    launch, want = record(student)
    access.gpu.barriers(launch)
    access.gpu.uses_shared(launch)
    made_of_what_was_read(launch, want)


@check("trace", of="gemm_shared", weight=2)
def test_races(student):
    """竞争：两次屏障之间，一个线程写的元素，别的线程不碰；共享内存先写后读。

    Races: between two barriers no thread touches what another one writes; shared memory is written
    before it is read.
    """
    launch, want = record(student)
    access.gpu.races(launch)
    access.gpu.initialised(launch)
    access.gpu.uses_shared(launch)
    made_of_what_was_read(launch, want)


@check("trace", of="gemm_shared", weight=2)
def test_traffic(student):
    """搬运：5×7 乘 7×6、TILE = 4，最多读 A 128 次、B 128 次；共享内存里的数有别的线程来用。

    Traffic: 5×7 times 7×6 with TILE = 4 reads A at most 128 times and B at most 128 times; other
    threads use what one thread puts into shared memory.
    """
    launch, want = record(student)
    access.gpu.uses_shared(launch)
    access.gpu.traffic(launch, reads={"A": 8 * 8 * 2, "B": 8 * 8 * 2}, at_most=True)
    made_of_what_was_read(launch, want)


def demand_coalescing(launch, want):
    """Demand that a row of threads reads B and writes C side by side."""
    access.gpu.coalesced(launch, "B", hint=ROWS)
    access.gpu.coalesced(launch, "C", hint=ROWS)
    made_of_what_was_read(launch, want)


@check("trace", of="gemm_shared")
def test_coalescing(student):
    """gemm_shared 的合并访存：一行线程里一起读 B、写 C 的，前后两个碰的是同一个元素或下一个元素。

    gemm_shared, coalescing: of the threads of a row that read B or write C together, each touches
    the same element as the one before it or the next element.
    """
    demand_coalescing(*record(student))


# The rules for gemm_naive count to gemm_shared: named by itself it would be half the key.
@check("trace", of="gemm_shared")
def test_coalescing_naive(student):
    """gemm_naive 的合并访存：一行线程里一起读 B、写 C 的，前后两个碰的是同一个元素或下一个元素。

    gemm_naive, coalescing: of the threads of a row that read B or write C together, each touches
    the same element as the one before it or the next element.
    """
    demand_coalescing(*record(student, "gemm_naive"))


def demand_stores(launch, want):
    """Demand that C is written once and never read, and that the threads share the work."""
    access.each(launch, "C", writes=1)
    access.counts(launch, "C", reads=0)
    for name, what, zh, en in (
        ("C", "writes", "写 C", "write to C"),
        ("A", "reads", "读 A", "read A"),
        ("B", "reads", "读 B", "read B"),
    ):
        threads = threads_that_touch(launch, name, what)
        holds(
            4 * threads >= launch.array("C").size,
            zh=f"分工：{zh} 的线程至少有 MN/4 个",
            en=f"shared work: at least MN/4 threads {en}",
            got=threads,
        )
    made_of_what_was_read(launch, want)


@check("trace", of="gemm_shared", weight=2)
def test_stores(student):
    """gemm_shared 的界内和分工：下标不为负、不越界；C 的每个元素恰好写一次，从不读；A、B 不变；
    读 A、读 B、写 C 都由大家分担。

    gemm_shared, bounds and shared work: no index is negative or outside; each element of C is
    written once and never read; A and B stay as they are; many threads read A, read B, write to C.
    """
    demand_stores(*record(student))


@check("trace", of="gemm_shared")
def test_stores_naive(student):
    """gemm_naive 的界内和分工：3×5 乘 5×6，线程块横着两个。

    gemm_naive, bounds and shared work: 3×5 times 5×6, with two blocks side by side.
    """
    product = integer_matrices(3, 6, 5, values="counting")
    C = poisoned((3, 6))
    launch = student.launch("gemm_naive", (2, 1), (4, 4), **product, C=C, out=("C",))
    demand_stores(launch, product["A"] @ product["B"])
