"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Adds up in C itself, which lies in global memory.
"""

from numba import cuda


@cuda.jit
def gemm_naive(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = 0
        for k in range(A.shape[1]):
            C[i, j] += A[i, k] * B[k, j]
