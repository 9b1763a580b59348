"""Expect: ex=PASSED prop=PASSED err=WRONG

Never looks whether the shapes fit.
"""


def _demand_shapes(A, B, C):
    pass
