"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Copies TILE when its cell runs, so that a later change does not arrive.
"""

from numba import cuda, float32

SIDE = TILE


@cuda.jit
def gemm_shared(A, B, C):
    a = cuda.shared.array((SIDE, SIDE), float32)
    b = cuda.shared.array((SIDE, SIDE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j = cuda.blockIdx.x * SIDE + x
    i = cuda.blockIdx.y * SIDE + y
    M, K = A.shape
    N = B.shape[1]
    total = float32(0)
    for k0 in range(0, K, SIDE):
        a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else float32(0)
        cuda.syncthreads()
        for k in range(SIDE):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i < M and j < N:
        C[i, j] = total
