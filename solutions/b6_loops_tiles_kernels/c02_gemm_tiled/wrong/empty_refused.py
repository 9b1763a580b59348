"""Expect: ex=ERROR prop=ERROR err=PASSED trace=PASSED

Refuses a size of 0, which is allowed.
"""

_multiply = gemm_tiled


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    if 0 in A.shape or 0 in B.shape:
        raise ValueError("nothing to multiply")
    _multiply(A, B, C, T)
