"""Expect: values=WRONG rules=WRONG host=WRONG

The kernel is a generator: nothing of it runs.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    C[0, 0] = 1
    yield
