"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Iterates over the arrays instead of counting.
"""


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    for Ai, Ci in zip(A, C, strict=True):
        Ci[...] = 0
        for a, Bk in zip(Ai, B, strict=True):
            Ci += a * Bk
