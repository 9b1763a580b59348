"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Computes a shape once and hands out the same answer ever after.
"""

_known = {}
_multiply = gemm_tiled


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    key = A.shape, B.shape, T
    if key in _known:
        C[:] = _known[key]
        return
    _multiply(A, B, C, T)
    _known[key] = C.copy()
