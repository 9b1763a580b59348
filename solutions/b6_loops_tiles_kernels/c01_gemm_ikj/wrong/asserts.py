"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Uses assert: that raises AssertionError, not ValueError.
"""


def _demand_shapes(A, B, C):
    assert A.shape[1] == B.shape[0]
    assert C.shape == (A.shape[0], B.shape[1])
