"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Walks down the rows with threadIdx.x inside a block: neighbours are N elements apart.
"""

from numba import cuda, float32


@cuda.jit
def gemm_naive(A, B, C):
    i = cuda.blockIdx.y * TILE + cuda.threadIdx.x
    j = cuda.blockIdx.x * TILE + cuda.threadIdx.y
    if i < C.shape[0] and j < C.shape[1]:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total
