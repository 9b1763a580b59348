"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Writes through C.reshape(-1), which is a copy when C has gaps.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    flat = C.reshape(-1)
    flat[:] = 0
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            for k0 in range(0, K, T):
                for i in range(i0, min(i0 + T, M)):
                    for k in range(k0, min(k0 + T, K)):
                        for j in range(j0, min(j0 + T, N)):
                            flat[i * N + j] += A[i, k] * B[k, j]
