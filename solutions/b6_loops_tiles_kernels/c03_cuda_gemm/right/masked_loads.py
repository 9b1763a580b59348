"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Loads from the nearest element inside and multiplies with 0 or 1.
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
        ka, kb = k0 + x, k0 + y
        a[y, x] = A[min(i, M - 1), min(ka, K - 1)] * float32(i < M and ka < K)
        b[y, x] = B[min(kb, K - 1), min(j, N - 1)] * float32(kb < K and j < N)
        cuda.syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i < M and j < N:
        C[i, j] = total
