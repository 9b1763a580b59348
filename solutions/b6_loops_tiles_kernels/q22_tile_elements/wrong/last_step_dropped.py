"""Expect: ex=WRONG prop=WRONG err=PASSED

Makes full steps only and drops what is left of K.
"""

_with_the_rest = tile_steps


def tile_steps(A, B, i0, j0, tm, tn, tk):
    return _with_the_rest(A, B, i0, j0, tm, tn, tk)[: A.shape[1] // tk if tk else None]
