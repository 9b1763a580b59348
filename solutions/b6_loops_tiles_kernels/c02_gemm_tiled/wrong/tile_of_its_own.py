"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Takes blocks of 8 whatever T is.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    size = 8
    C[:] = 0
    for i0 in range(0, M, size):
        for j0 in range(0, N, size):
            for k0 in range(0, K, size):
                for i in range(i0, min(i0 + size, M)):
                    for k in range(k0, min(k0 + size, K)):
                        for j in range(j0, min(j0 + size, N)):
                            C[i, j] += A[i, k] * B[k, j]
