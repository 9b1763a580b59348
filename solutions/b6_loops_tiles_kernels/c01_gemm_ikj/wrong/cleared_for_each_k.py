"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Clears the row inside the k loop, so only the last k is left.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        for k in range(K):
            C[i] = 0
            for j in range(N):
                C[i, j] += A[i, k] * B[k, j]
