"""Expect: ex=FORBIDDEN prop=FORBIDDEN err=PASSED trace=FORBIDDEN

Writes to A: turns its numbers around for a while and back.
"""

from numba import cuda, float32


@cuda.jit
def gemm_naive(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        if j == 0:
            for k in range(A.shape[1]):
                A[i, k] = A[i, k] + float32(1)
        total = float32(0)
        for k in range(A.shape[1]):
            total += (A[i, k] - float32(1)) * B[k, j]
        C[i, j] = total
