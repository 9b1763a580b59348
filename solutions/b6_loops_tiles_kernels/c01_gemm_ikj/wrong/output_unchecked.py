"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Checks the inner sizes and trusts the shape of C.
"""


def _demand_shapes(A, B, C):
    if A.shape[1] != B.shape[0]:
        raise ValueError
