"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes every block for a square.
"""


def tile_loads(tm, tn, K):
    _demand_at_least(1, tm, tn)
    _demand_at_least(0, K)
    return 2 * tm * K


def per_output_loads(tm, tn, K):
    _demand_at_least(1, tm, tn)
    _demand_at_least(0, K)
    return 2 * tm**2 * K
