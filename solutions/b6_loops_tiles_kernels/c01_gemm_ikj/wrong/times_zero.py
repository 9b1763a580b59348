"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Clears C by multiplying with 0: NaN stays NaN.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    C *= 0
    for i in range(M):
        for k in range(K):
            for j in range(N):
                C[i, j] += A[i, k] * B[k, j]
