"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Addresses the last column as column -1.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    for i in range(M):
        for k in range(K):
            a = A[i, k]
            for j in range(N):
                here = j if j < N - 1 else -1
                C[i, here] += a * B[k, here]
