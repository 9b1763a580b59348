"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Reads B[j, k].
"""

from numba import cuda, float32


@cuda.jit
def gemm_naive(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[j, k]
        C[i, j] = total
