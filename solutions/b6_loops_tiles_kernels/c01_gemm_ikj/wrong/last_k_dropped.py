"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Stops one k too early.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    M, K = A.shape
    C[:] = 0
    for i in range(M):
        for k in range(K - 1):
            C[i] += A[i, k] * B[k]
