"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Clips blocks of C at the edge but drops the last, smaller block along k.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            C[i0:i1, j0:j1] = 0
            for k0 in range(0, K // T * T, T):
                for i in range(i0, i1):
                    for k in range(k0, k0 + T):
                        for j in range(j0, j1):
                            C[i, j] += A[i, k] * B[k, j]
