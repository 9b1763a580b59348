"""Expect: values=FORBIDDEN rules=FORBIDDEN host=PASSED

Writes an input and puts it back.
"""

from numba import cuda


@cuda.jit
def gemm(A, B, C):
    j, i = cuda.grid(2)
    if i == 0 and j == 0:
        kept = A[0, 0]
        A[0, 0] = 7
        A[0, 0] = kept
    honest(A, B, C)
