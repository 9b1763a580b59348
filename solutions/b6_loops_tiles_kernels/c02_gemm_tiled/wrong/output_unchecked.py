"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Checks the inner sizes and T, and trusts the shape of C.
"""


def _demand_tiles(A, B, C, T):
    if A.shape[1] != B.shape[0] or T < 1:
        raise ValueError("the arguments do not fit")
