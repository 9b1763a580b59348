"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Ignores T: i-k-j over the whole matrix.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    for i in range(M):
        for k in range(K):
            a = A[i, k]
            for j in range(N):
                C[i, j] += a * B[k, j]
