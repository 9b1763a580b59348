"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

The loops are called i, k, j, but the one called k runs over the columns.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    C[:] = 0
    for i in range(C.shape[0]):
        for k in range(C.shape[1]):
            for j in range(A.shape[1]):
                C[i, k] += A[i, j] * B[j, k]
