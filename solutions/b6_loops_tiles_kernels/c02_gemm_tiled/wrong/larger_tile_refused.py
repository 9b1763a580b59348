"""Expect: ex=ERROR prop=ERROR err=PASSED trace=PASSED

Refuses a T larger than the matrix, which is allowed.
"""

_multiply = gemm_tiled


def gemm_tiled(A, B, C, T):
    if max(*A.shape, *B.shape) < T:
        raise ValueError("T is too large")
    _multiply(A, B, C, T)
