"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Defines the kernels only where cuda.is_available().
"""

from numba import cuda, float32

if cuda.is_available():

    @cuda.jit
    def gemm_naive(A, B, C):
        j, i = cuda.grid(2)
        if i < C.shape[0] and j < C.shape[1]:
            total = float32(0)
            for k in range(A.shape[1]):
                total += A[i, k] * B[k, j]
            C[i, j] = total

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
            a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else float32(0)
            b[y, x] = B[k0 + y, j] if k0 + y < K and j < N else float32(0)
            cuda.syncthreads()
            for k in range(TILE):
                total += a[y, k] * b[k, x]
            cuda.syncthreads()
        if i < M and j < N:
            C[i, j] = total

else:
    gemm_naive = gemm_shared = None
