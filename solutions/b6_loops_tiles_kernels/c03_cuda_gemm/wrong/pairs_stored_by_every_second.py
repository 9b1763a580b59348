"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG:15

Lets even x compute two columns beside each other: what is stored together is two elements apart.
"""

from numba import cuda, float32


@cuda.jit
def gemm_shared(A, B, C):
    a = cuda.shared.array((TILE, TILE), float32)
    b = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j, i = cuda.grid(2)
    (M, N), K = C.shape, A.shape[1]
    first, second = float32(0), float32(0)
    has_second = x + 1 < TILE and j + 1 < N
    for k0 in range(0, K, TILE):
        a[y, x] = A[i, k0 + x] if i < M and k0 + x < K else float32(0)
        b[y, x] = B[k0 + y, j] if j < N and k0 + y < K else float32(0)
        cuda.syncthreads()
        if x % 2 == 0:
            for k in range(TILE):
                first += a[y, k] * b[k, x]
                if has_second:
                    second += a[y, k] * b[k, x + 1]
        cuda.syncthreads()
    if x % 2 == 0 and i < M and j < N:
        C[i, j] = first
        if has_second:
            C[i, j + 1] = second
