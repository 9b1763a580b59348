"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Loads a tile in a device function.
"""

from numba import cuda, float32


@cuda.jit(device=True)
def _element(matrix, row, column):
    inside = row < matrix.shape[0] and column < matrix.shape[1]
    return matrix[row, column] if inside else float32(0)


@cuda.jit(device=True)
def _fill(tile, matrix, row, column):
    tile[cuda.threadIdx.y, cuda.threadIdx.x] = _element(matrix, row, column)


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
        _fill(a, A, i, k0 + x)
        _fill(b, B, k0 + y, j)
        cuda.syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        cuda.syncthreads()
    if i < M and j < N:
        C[i, j] = total
