"""The visible checks of c02."""

import numpy as np

from grader import access, check, exact, expects, holds, poisoned

from .inputs import integer_matrices

A = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
B = np.array([[7, 8], [9, 10], [11, 12]], np.float32)
AB = np.array([[58, 64], [139, 154]], np.float32)


@check("ex", of="gemm_tiled")
def test_worked_example(student):
    """题目里的例子，T = 2：k 方向第二块只剩一列；C 里原来填满 NaN。

    The worked example with T = 2: the second block along k is one column wide; C arrives full of
    NaN.
    """
    _, C = student.call("gemm_tiled", A=A, B=B, C=poisoned((2, 2)), T=2, out=("C",))
    exact(
        C,
        AB,
        hint=(
            "k 方向的几块要加在一起，最后一块可以不满；C 的旧值要先真正清掉。",
            "The blocks along k add up, the last may be smaller; the old C has to be gone first.",
        ),
    )


@check("ex", of="gemm_tiled")
def test_other_tiles(student):
    """同一个例子，T = 1 与比矩阵还大的 T = 4，C 里原来填满 7.0。

    The same example with T = 1 and with T = 4, larger than the matrix; C arrives full of 7.0.
    """
    for T in (1, 4):
        C = poisoned((2, 2), fill=7.0)
        _, after = student.call("gemm_tiled", A=A, B=B, C=C, T=T, out=("C",))
        exact(after, AB)


def record(student):
    """Return the record of 6×8 times 8×7 with T = 2, a right product of what was read."""
    product = integer_matrices(6, 7, 8, values="counting")
    log = student.trace("gemm_tiled", **product, C=poisoned((6, 7)), T=2, out=("C",))
    exact(
        log.after["C"],
        product["A"] @ product["B"],
        hint=(
            "出现 nan 时，看看是不是绕开了下标（memoryview），或者写进了 C 的副本（np.asarray）。",
            "If there is nan: did you bypass indexing (memoryview) or write to a copy of C?",
        ),
    )
    access.inside(log)
    access.gemm.pairs(log)
    return log


@check("trace", of="gemm_tiled")
def test_small_fetches_of_factors(student):
    """6×8 乘 8×7、T = 2：20 行的 LRU 缓存里，A 最多取 192 次，B 168 次；每块 C 都重新读 A、B。

    6×8 times 8×7 with T = 2: an LRU cache of 20 lines fetches A at most 192 times and B 168 times;
    A and B are read anew for each block of C.
    """
    log = record(student)
    access.misses(log, 20, {"A": 192, "B": 168})
    for name, times in (("A", 4), ("B", 3)):
        reads = np.bincount(log.place[log.events(name, "reads")], minlength=log.array(name).size)
        holds(
            int(reads.min()) >= times,
            zh=f"{name} 的每个元素至少读 {times} 次：每块 C 都要重新读它，局部拷贝最多留一块",
            en=f"each element of {name} is read at least {times} times: anew for each block of C; "
            "a local copy holds no more than one block",
            got=int(reads.min()),
        )


@check("trace", of="gemm_tiled")
def test_small_fetches_of_c(student):
    """同一个乘积：C 最多取 84 次。

    The same product: C is fetched at most 84 times.
    """
    access.misses(record(student), 20, {"C": 2 * 42})


@check("trace", of="gemm_tiled")
def test_small_writes_of_c(student):
    """同一个乘积：C 的每个元素都先写后读；下标不为负；不用库里的乘积。

    The same product: every element of C is written before it is read, no index is negative, no
    library products.
    """
    access.written_before_read(record(student), "C")


@check("err", of="gemm_tiled", valid={"A": A, "B": B, "C": poisoned((2, 2)), "T": 2, "out": ("C",)})
def test_refuses(student):
    """A 的列数不等于 B 的行数、T 小于 1 时抛出 ValueError。

    ValueError if the number of columns of A differs from the number of rows of B, and if T is
    below 1.
    """
    with expects(ValueError):
        student.call("gemm_tiled", A=A, B=AB, C=poisoned((2, 2)), T=2, out=("C",))
    with expects(ValueError):
        student.call("gemm_tiled", A=A, B=B, C=poisoned((2, 2)), T=0, out=("C",))
