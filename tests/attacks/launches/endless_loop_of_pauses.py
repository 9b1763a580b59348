"""Expect: values=TIME_LIMIT rules=TIME_LIMIT host=TIME_LIMIT

Waits for a lock that nobody holds.
"""

from numba import cuda, int32


@cuda.jit
def gemm(A, B, C):
    lock = cuda.shared.array(1, int32)
    lock[0] = 1
    while cuda.atomic.cas(lock, 0, 0, 1) != 0:
        pass
