"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Adds up in float16.
"""

import numpy as np
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
    total = np.float16(0)
    for k0 in range(0, K, TILE):
        a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else float32(0)
        cuda.syncthreads()
        for k in range(TILE):
            total = np.float16(total + a[y, k] * b[k, x])
        cuda.syncthreads()
    if i < M and j < N:
        C[i, j] = total
