"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Compiled, and free to contract and to reorder.
"""

from numba import njit


@njit(fastmath=True)
def gemm_tiled(A, B, C, T):
    if A.shape[1] != B.shape[0] or C.shape[0] != A.shape[0] or C.shape[1] != B.shape[1]:
        raise ValueError("A[M, K], B[K, N] and C[M, N] have to fit")
    if T < 1:
        raise ValueError("T must be at least 1")
    M, K = A.shape
    N = B.shape[1]
    C[:] = 0
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            for k0 in range(0, K, T):
                for i in range(i0, min(i0 + T, M)):
                    for k in range(k0, min(k0 + T, K)):
                        a = A[i, k]
                        for j in range(j0, min(j0 + T, N)):
                            C[i, j] += a * B[k, j]
