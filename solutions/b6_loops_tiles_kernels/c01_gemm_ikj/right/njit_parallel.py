"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Compiled, with the rows of C shared out to threads: no two write the same row.
"""

from numba import njit, prange


@njit(parallel=True)
def _rows(A, B, C):
    M, K = A.shape
    N = B.shape[1]
    for i in prange(M):
        for j in range(N):
            C[i, j] = 0
        for k in range(K):
            a = A[i, k]
            for j in range(N):
                C[i, j] += a * B[k, j]


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    _rows(A, B, C)
