"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes the block at the upper left, wherever it should be.
"""

_anywhere = tile_steps


def tile_steps(A, B, i0, j0, tm, tn, tk):
    _demand_block(A, B, i0, j0, tm, tn, tk)
    return _anywhere(A, B, 0, 0, tm, tn, tk)
