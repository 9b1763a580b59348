"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Uses A as scratch space; inputs are read-only.
"""


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    M, K = A.shape
    C[:] = 0
    for i0 in range(0, M, T):
        for k in range(K):
            for i in range(i0, min(i0 + T, M)):
                C[i] += A[i, k] * B[k]
                A[i, k] = 0
