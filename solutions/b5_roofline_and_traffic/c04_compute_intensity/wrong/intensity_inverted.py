"""Expect: ex=WRONG prop=WRONG err=PASSED

Divides bytes by FLOP.
"""


def intensity(flop, n_bytes):
    _demand_at_least(0, flop)
    _demand_at_least(1, n_bytes)
    return n_bytes / flop if flop else 0.0
