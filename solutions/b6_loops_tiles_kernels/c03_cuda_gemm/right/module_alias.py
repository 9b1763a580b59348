"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Calls the module by another name, and its types by their strings.
"""

import numba.cuda as nc
import numpy as np


@nc.jit
def gemm_shared(A, B, C):
    a = nc.shared.array((TILE, TILE), dtype=np.float32)
    b = nc.shared.array((TILE, TILE), dtype=np.float32)
    x, y = nc.threadIdx.x, nc.threadIdx.y
    j = nc.blockIdx.x * TILE + x
    i = nc.blockIdx.y * TILE + y
    M, K = A.shape
    N = B.shape[1]
    total = np.float32(0)
    for k0 in range(0, K, TILE):
        a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else np.float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else np.float32(0)
        nc.syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        nc.syncthreads()
    if i < M and j < N:
        C[i, j] = total
