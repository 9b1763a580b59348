"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Walks over whole blocks only; what is left at the edges is never computed.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    for i0 in range(0, M - T + 1, T):
        for j0 in range(0, N - T + 1, T):
            for k0 in range(0, K - T + 1, T):
                for i in range(i0, i0 + T):
                    for k in range(k0, k0 + T):
                        for j in range(j0, j0 + T):
                            C[i, j] += A[i, k] * B[k, j]
