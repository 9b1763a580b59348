"""Expect: ex=PASSED prop=PASSED err=WRONG

Lets negative corners count from the end, as slices do.
"""

_inside = _demand_block


def _demand_block(A, B, i0, j0, tm, tn, tk):
    _inside(A, B, max(i0, 0), max(j0, 0), tm, tn, tk)
