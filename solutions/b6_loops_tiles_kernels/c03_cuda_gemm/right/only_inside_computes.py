"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Loads with all threads, but only those inside C add up, and only over the k that are there.
"""

from numba import cuda, float32


@cuda.jit
def gemm_shared(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.grid(2)
    (M, N), K = C.shape, A.shape[1]
    total = float32(0)
    for k0 in range(0, K, TILE):
        a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else 0
        b[y, x] = B[k0 + y, j] if j < N and k0 + y < K else 0
        cuda.syncthreads()
        if i < M and j < N:
            for k in range(min(TILE, K - k0)):
                total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i < M and j < N:
        C[i, j] = total
