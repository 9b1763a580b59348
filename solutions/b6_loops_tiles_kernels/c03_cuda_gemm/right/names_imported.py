"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Imports threadIdx, blockIdx and the rest by name.
"""

from numba import float32
from numba.cuda import blockDim, blockIdx, grid, jit, shared, syncthreads, threadIdx


@jit
def gemm_naive(A, B, C):
    j, i = grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = float32(0)
        for k in range(A.shape[1]):
            total += A[i, k] * B[k, j]
        C[i, j] = total


@jit
def gemm_shared(A, B, C):
    a = shared.array((TILE, TILE), float32)
    b = shared.array((TILE, TILE), float32)
    x, y = threadIdx.x, threadIdx.y
    j = blockIdx.x * blockDim.x + x
    i = blockIdx.y * blockDim.y + y
    M, K = A.shape
    N = B.shape[1]
    total = float32(0)
    for k0 in range(0, K, TILE):
        a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else float32(0)
        syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        syncthreads()
    if i < M and j < N:
        C[i, j] = total
