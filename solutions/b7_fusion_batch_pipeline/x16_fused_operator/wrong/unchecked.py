"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Never looks whether the lengths are equal.
"""


def _demand_one_length(x, y, w, z):
    pass
