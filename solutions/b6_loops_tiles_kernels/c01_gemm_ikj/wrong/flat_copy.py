"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Writes through C.reshape(-1), which is a copy when C has gaps.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    flat = C.reshape(-1)
    flat[:] = 0
    for i in range(M):
        for k in range(K):
            flat[i * N : (i + 1) * N] += A[i, k] * B[k]
