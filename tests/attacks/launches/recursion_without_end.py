"""Expect: values=ERROR rules=ERROR host=ERROR

Calls itself.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    gemm(A, B, C)
