"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Reads B[j, k] as if B were stored the other way round.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    for i in range(M):
        for k in range(K):
            for j in range(N):
                C[i, j] += A[i, k] * B[j, k]
