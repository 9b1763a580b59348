"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Compiled, and free to contract and to reorder.
"""

from numba import njit


@njit(fastmath=True)
def gemm_ikj(A, B, C):
    if A.shape[1] != B.shape[0] or C.shape[0] != A.shape[0] or C.shape[1] != B.shape[1]:
        raise ValueError("A[M, K], B[K, N] and C[M, N] have to fit")
    M, K = A.shape
    N = B.shape[1]
    C[:] = 0
    for i in range(M):
        for k in range(K):
            a = A[i, k]
            for j in range(N):
                C[i, j] += a * B[k, j]
