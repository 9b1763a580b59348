"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Lets every second row of blocks compute two elements of C a thread; the others rest.
"""

from numba import cuda, float32


@cuda.jit
def gemm_shared(A, B, C):
    upper = cuda.shared.array((TILE, TILE), float32)
    lower = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    if cuda.blockIdx.y % 2:  # the whole block: nobody is left to wait for it
        return
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j = cuda.blockIdx.x * TILE + x
    i = cuda.blockIdx.y * TILE + y
    M, K = A.shape
    N = B.shape[1]
    first, second = float32(0), float32(0)
    for k0 in range(0, K, TILE):
        upper[y, x] = A[i, k0 + x] if i < M and k0 + x < K else float32(0)
        lower[y, x] = A[i + TILE, k0 + x] if i + TILE < M and k0 + x < K else float32(0)
        b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else float32(0)
        cuda.syncthreads()
        for k in range(TILE):
            first += upper[y, k] * b[k, x]
            second += lower[y, k] * b[k, x]
        cuda.syncthreads()
    if i < M and j < N:
        C[i, j] = first
    if i + TILE < M and j < N:
        C[i + TILE, j] = second
