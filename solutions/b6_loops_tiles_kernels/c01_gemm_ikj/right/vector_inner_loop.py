"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Lets NumPy run the inner loop over a row.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    M, K = A.shape
    C[:] = 0
    for i in range(M):
        for k in range(K):
            C[i, :] += A[i, k] * B[k, :]
