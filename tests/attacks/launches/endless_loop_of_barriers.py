"""Expect: values=TIME_LIMIT rules=TIME_LIMIT host=TIME_LIMIT

Never ends, and waits each time.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    while True:
        cuda.syncthreads()
