"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG:13

Lets the first thread of a block load both tiles while the others wait for it.
"""

from numba import cuda, float32


@cuda.jit
def gemm_shared(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    i0, j0 = cuda.blockIdx.y * TILE, cuda.blockIdx.x * TILE
    (M, N), K = C.shape, A.shape[1]
    total = float32(0)
    for k0 in range(0, K, TILE):
        if x == 0 and y == 0:
            for r in range(TILE):
                for c in range(TILE):
                    a[r, c] = A[i0 + r, k0 + c] if i0 + r < M and k0 + c < K else float32(0)
                    b[r, c] = B[k0 + r, j0 + c] if k0 + r < K and j0 + c < N else float32(0)
        cuda.syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i0 + y < M and j0 + x < N:
        C[i0 + y, j0 + x] = total
