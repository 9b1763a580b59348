"""Expect: ex=ERROR prop=ERROR err=PASSED trace=WRONG

Takes one size for all three loops.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    n = A.shape[0]
    C[:] = 0
    for i in range(n):
        for k in range(n):
            for j in range(n):
                C[i, j] += A[i, k] * B[k, j]
