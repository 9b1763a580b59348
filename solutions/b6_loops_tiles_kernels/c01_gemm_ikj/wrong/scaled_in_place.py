"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Uses the row of A as scratch space; inputs are read-only.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    M, K = A.shape
    C[:] = 0
    for i in range(M):
        for k in range(K):
            C[i] += A[i, k] * B[k]
            A[i, k] = 0
