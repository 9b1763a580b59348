"""Expect: ex=ERROR prop=ERROR err=PASSED trace=ERROR

Refuses a size of 0, which is allowed.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    if 0 in A.shape or 0 in B.shape:
        raise ValueError
    C[:] = 0
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            C[i] += A[i, k] * B[k]
