"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Compiled, with the block rows of C shared out to threads: no two write the same block.
"""

from numba import njit, prange


@njit
def _step(A, B, C, rows, columns, depth):
    for i in range(rows[0], rows[1]):
        for k in range(depth[0], depth[1]):
            a = A[i, k]
            for j in range(columns[0], columns[1]):
                C[i, j] += a * B[k, j]


@njit(parallel=True)
def _block_rows(A, B, C, T):
    M, K = A.shape
    N = B.shape[1]
    for row in prange((M + T - 1) // T):
        i0, i1 = row * T, min(row * T + T, M)
        for j0 in range(0, N, T):
            j1 = min(j0 + T, N)
            C[i0:i1, j0:j1] = 0
            for k0 in range(0, K, T):
                _step(A, B, C, (i0, i1), (j0, j1), (k0, min(k0 + T, K)))


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    _block_rows(A, B, C, T)
