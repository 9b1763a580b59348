"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns the first step only.
"""

_all_steps = tile_steps


def tile_steps(A, B, i0, j0, tm, tn, tk):
    return _all_steps(A, B, i0, j0, tm, tn, tk)[:1]
