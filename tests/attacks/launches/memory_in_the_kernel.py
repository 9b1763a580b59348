"""Expect: values=MEMORY_LIMIT rules=MEMORY_LIMIT host=MEMORY_LIMIT

Allocates until nothing is left.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    kept = []
    while True:
        kept.append(bytearray(1 << 24))
