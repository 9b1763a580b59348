"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Strides over C by the size of the grid: one grid serves any size.
"""

from numba import cuda, float32


@cuda.jit
def gemm_naive(A, B, C):
    x, y = cuda.grid(2)
    across, down = cuda.gridsize(2)
    for i in range(y, C.shape[0], down):
        for j in range(x, C.shape[1], across):
            total = float32(0)
            for k in range(A.shape[1]):
                total += A[i, k] * B[k, j]
            C[i, j] = total


@cuda.jit
def gemm_shared(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(cuda.blockIdx.y * TILE, M, cuda.gridDim.y * TILE):
        for j0 in range(cuda.blockIdx.x * TILE, N, cuda.gridDim.x * TILE):
            i, j = i0 + y, j0 + x
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
