"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Uses assert: that raises AssertionError, not ValueError.
"""


def _demand_tiles(A, B, C, T):
    assert A.shape[1] == B.shape[0]
    assert C.shape == (A.shape[0], B.shape[1])
    assert T >= 1
