"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Never looks whether the shapes fit.
"""


def _demand_shapes(A, B, C):
    pass
