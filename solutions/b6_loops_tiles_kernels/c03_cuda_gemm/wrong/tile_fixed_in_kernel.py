"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Writes 4 into the kernel in place of TILE.
"""

from numba import cuda, float32


@cuda.jit
def gemm_shared(A, B, C):
    a = cuda.shared.array((4, 4), float32)
    b = cuda.shared.array((4, 4), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j = cuda.blockIdx.x * 4 + x
    i = cuda.blockIdx.y * 4 + y
    M, K = A.shape
    N = B.shape[1]
    total = float32(0)
    for k0 in range(0, K, 4):
        a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else float32(0)
        cuda.syncthreads()
        for k in range(4):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i < M and j < N:
        C[i, j] = total
