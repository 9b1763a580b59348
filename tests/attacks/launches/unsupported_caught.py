"""Expect: values=NOT_JUDGED rules=NOT_JUDGED host=NOT_JUDGED

Uses what the simulator has not, and catches it.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    try:
        cuda.cg.this_grid().sync()
    except Exception:
        pass
    C[0, 0] = 7
