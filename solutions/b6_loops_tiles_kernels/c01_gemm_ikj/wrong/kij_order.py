"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Right numbers by k-i-j: whole outer products, one after another.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    for k in range(K):
        for i in range(M):
            a = A[i, k]
            for j in range(N):
                C[i, j] += a * B[k, j]
