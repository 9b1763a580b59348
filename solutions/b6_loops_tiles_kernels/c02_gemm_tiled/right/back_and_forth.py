"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Turns around at each step of k0: the rows of a block go down in one and up in the next.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            rows = range(i0, min(i0 + T, M))
            for k0 in range(0, K, T):
                for i in rows:
                    for k in range(k0, min(k0 + T, K)):
                        for j in range(j0, min(j0 + T, N)):
                            C[i, j] += A[i, k] * B[k, j]
                rows = rows[::-1]
