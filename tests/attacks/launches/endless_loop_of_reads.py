"""Expect: values=TIME_LIMIT rules=TIME_LIMIT host=TIME_LIMIT

Never ends, and reads an element each time.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    total = 0
    while True:
        total += A[0, 0]
