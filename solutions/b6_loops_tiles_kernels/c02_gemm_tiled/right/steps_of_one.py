"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Steps along k one by one: how deep a step is changes nothing.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            C[i0:i1, j0:j1] = 0
            for k in range(K):
                for i in range(i0, i1):
                    a = A[i, k]
                    for j in range(j0, j1):
                        C[i, j] += a * B[k, j]
