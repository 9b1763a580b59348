"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Takes the blocks of C column by column, the blocks along k from the last to the first.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for j0 in range(0, N, T):
        for i0 in range(0, M, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            for i in range(i0, i1):
                for j in range(j0, j1):
                    C[i, j] = 0
            for k0 in reversed(range(0, K, T)):
                for i in range(i0, i1):
                    for k in range(k0, min(k0 + T, K)):
                        for j in range(j0, j1):
                            C[i, j] += A[i, k] * B[k, j]
