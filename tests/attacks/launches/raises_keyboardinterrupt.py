"""Expect: values=ERROR rules=ERROR host=ERROR

Each thread computes honestly and then raises KeyboardInterrupt.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    raise KeyboardInterrupt
