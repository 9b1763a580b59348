"""The visible checks of c01."""

import numpy as np

from grader import access, check, exact, expects, poisoned

A = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
B = np.array([[7, 8], [9, 10], [11, 12]], np.float32)
AB = np.array([[58, 64], [139, 154]], np.float32)


@check("ex", of="gemm_ikj")
def test_worked_example(student):
    """题目里的例子，C 里原来填满 NaN。

    The worked example; C arrives full of NaN.
    """
    _, C = student.call("gemm_ikj", A=A, B=B, C=poisoned((2, 2)), out=("C",))
    exact(
        C,
        AB,
        hint=("C 的旧值要先真正清掉。", "The old values of C have to be really gone first."),
    )


@check("ex", of="gemm_ikj")
def test_old_contents(student):
    """同一个例子，C 里原来填满 7.0：是覆盖，不是累加。

    The same example with a C full of 7.0: C is overwritten, not added to.
    """
    _, C = student.call("gemm_ikj", A=A, B=B, C=poisoned((2, 2), fill=7.0), out=("C",))
    exact(C, AB)


@check("trace", of="gemm_ikj")
def test_example_order(student):
    """例子的访问顺序：B 逐行读，每个 A[i, k] 之后读整行 B[k, :]；C 先写后读，下标不为负。

    The order of accesses in the example: after each A[i, k] the row B[k, :] is read; C is read only
    after it was written; no index is negative.
    """
    log = student.trace("gemm_ikj", A=A, B=B, C=poisoned((2, 2)), out=("C",))
    access.inside(log)
    access.written_before_read(log, "C")
    access.gemm.explained(log)
    exact(log.after["C"], AB)
    access.gemm.order(log, "ikj")


@check("trace", of="gemm_ikj")
def test_example_reads_of_a(student):
    """例子里 A 的每个元素只读一次。

    In the example each element of A is read once.
    """
    log = student.trace("gemm_ikj", A=A, B=B, C=poisoned((2, 2)), out=("C",))
    access.gemm.explained(log)
    exact(log.after["C"], AB)
    access.hoisted(log, "A")


@check("err", of="gemm_ikj", valid={"A": A, "B": B, "C": poisoned((2, 2)), "out": ("C",)})
def test_refuses_inner_sizes(student):
    """A 的列数不等于 B 的行数时抛出 ValueError。

    ValueError if the number of columns of A differs from the number of rows of B.
    """
    with expects(ValueError):
        student.call("gemm_ikj", A=A, B=AB, C=poisoned((2, 2)), out=("C",))
    with expects(ValueError):
        student.call("gemm_ikj", A=AB, B=B, C=poisoned((2, 2)), out=("C",))
