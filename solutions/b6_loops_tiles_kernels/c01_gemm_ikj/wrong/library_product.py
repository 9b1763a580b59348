"""Expect: ex=PASSED prop=PASSED err=PASSED trace=FORBIDDEN

Has the library multiply.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    C[:] = A @ B
