"""Expect: values=WRONG rules=WRONG host=WRONG

The kernel returns the product.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    return 1
