"""Expect: values=NOT_JUDGED rules=NOT_JUDGED host=NOT_JUDGED

Uses what the simulator has not, in a kernel that is wrong.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    C[0, 0] = 7
    cuda.cg.this_grid().sync()
