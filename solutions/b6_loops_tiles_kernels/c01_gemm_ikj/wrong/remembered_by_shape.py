"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Computes a shape once and hands out the same answer ever after.
"""

_known = {}
_multiply = gemm_ikj


def gemm_ikj(A, B, C):
    key = A.shape, B.shape, C.shape
    if key in _known:
        C[:] = _known[key]
        return
    _multiply(A, B, C)
    _known[key] = C.copy()
