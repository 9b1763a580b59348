"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Guards the store with `or`: a thread outside in one direction only gets through.
"""

from numba import cuda, float32


@cuda.jit
def gemm_naive(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] or j < C.shape[1]:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total
