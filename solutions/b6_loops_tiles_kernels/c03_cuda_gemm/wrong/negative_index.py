"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Counts rows and columns from the end, as NumPy would let it.
"""

from numba import cuda, float32


@cuda.jit
def gemm_naive(A, B, C):
    j, i = cuda.grid(2)
    M, N = C.shape
    if i < M and j < N:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i - M, k] * B[k, j - N]
        C[i - M, j - N] = total
