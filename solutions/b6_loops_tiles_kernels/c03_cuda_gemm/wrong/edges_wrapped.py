"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Wraps what is outside around with %, so that it is not 0.
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
        a[y, x] = A[i % M, (k0 + x) % K]
        b[y, x] = B[(k0 + y) % K, j % N]
        cuda.syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i < M and j < N:
        C[i, j] = total
