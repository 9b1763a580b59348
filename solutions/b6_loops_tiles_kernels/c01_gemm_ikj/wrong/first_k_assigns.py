"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Lets the first k assign instead of clearing C: with K = 0 nobody writes it.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        for k in range(K):
            for j in range(N):
                if k == 0:
                    C[i, j] = A[i, k] * B[k, j]
                else:
                    C[i, j] += A[i, k] * B[k, j]
