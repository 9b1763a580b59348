"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Checks the inputs and trusts the length of z.
"""


def _demand_one_length(x, y, w, z):
    if not len(x) == len(y) == len(w):
        raise ValueError
