"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Checks the shapes, and leaves T to range, which refuses 0 only.
"""


def _demand_tiles(A, B, C, T):
    if A.shape[1] != B.shape[0] or C.shape != (A.shape[0], B.shape[1]):
        raise ValueError("the shapes do not fit")
