"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Uses assert: that raises AssertionError, not ValueError.
"""


def _demand_one_length(x, y, w, z):
    assert len(x) == len(y) == len(w) == len(z)
