"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG:6

Reads A[i, k] again for every j.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    C.fill(0)
    for i in range(M):
        for k in range(K):
            for j in range(N):
                C[i, j] += A[i, k] * B[k, j]
