"""Expect: values=TIME_LIMIT rules=TIME_LIMIT host=TIME_LIMIT

Never ends, and touches nothing.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    while True:
        pass
