"""Expect: ex=PASSED prop=PASSED err=WRONG

Returns empty blocks where the corner is outside C.
"""


def _demand_block(A, B, i0, j0, tm, tn, tk):
    if A.shape[1] != B.shape[0] or min(i0, j0) < 0:
        raise ValueError("out of range")
    _demand_at_least(1, tm, tn, tk)
