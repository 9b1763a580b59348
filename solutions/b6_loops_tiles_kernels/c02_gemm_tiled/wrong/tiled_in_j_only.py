"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Cuts j into blocks and nothing else, so B comes in again for each row.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    for j0 in range(0, N, T):
        for i in range(M):
            for k in range(K):
                for j in range(j0, min(j0 + T, N)):
                    C[i, j] += A[i, k] * B[k, j]
