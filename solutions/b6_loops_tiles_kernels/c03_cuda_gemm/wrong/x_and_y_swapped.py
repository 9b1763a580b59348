"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Takes rows along x and columns along y, in a grid that is the other way around.
"""

from numba import cuda, float32


@cuda.jit
def gemm_naive(A, B, C):
    i, j = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total
