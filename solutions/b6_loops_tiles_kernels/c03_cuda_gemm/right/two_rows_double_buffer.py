"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Two elements a thread, buffers that take turns, A transposed in them, loads in a device function.
"""

from numba import cuda, float32


@cuda.jit(device=True)
def load(matrix, row, column):
    if row < matrix.shape[0] and column < matrix.shape[1]:
        return matrix[row, column]
    return float32(0)


@cuda.jit
def gemm_shared(A, B, C):
    if cuda.blockIdx.y % 2 == 1:  # the whole block: the one above computes its rows as well
        return
    upper = cuda.shared.array((2, TILE, TILE), float32)
    lower = cuda.shared.array((2, TILE, TILE), float32)
    right = cuda.shared.array((2, TILE, TILE), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    j = cuda.blockIdx.x * TILE + x
    i = cuda.blockIdx.y * TILE + y
    K = A.shape[1]
    first, second = float32(0), float32(0)
    now = 0
    for k0 in range(0, K, TILE):
        upper[now, x, y] = load(A, i, k0 + x)
        lower[now, x, y] = load(A, i + TILE, k0 + x)
        right[now, y, x] = load(B, k0 + y, j)
        cuda.syncthreads()
        for k in range(min(TILE, K - k0)):
            b = right[now, k, x]
            first += upper[now, k, y] * b
            second += lower[now, k, y] * b
        now = 1 - now
    if j < C.shape[1]:
        if i < C.shape[0]:
            C[i, j] = first
        if i + TILE < C.shape[0]:
            C[i + TILE, j] = second
