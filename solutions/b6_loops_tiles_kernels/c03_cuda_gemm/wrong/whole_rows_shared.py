"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Loads a tile in every thread by itself: each one fills its row of a and its column of b.
"""

from numba import cuda, float32


@cuda.jit
def gemm_shared(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j = cuda.blockIdx.x * TILE + x
    i = cuda.blockIdx.y * TILE + y
    M, K = A.shape
    N = B.shape[1]
    total = float32(0)
    for k0 in range(0, K, TILE):
        if i < M and j < N:
            for k in range(min(TILE, K - k0)):
                a[y, k] = A[i, k0 + k]
                b[k, x] = B[k0 + k, j]
                total += a[y, k] * b[k, x]
    if i < M and j < N:
        C[i, j] = total
