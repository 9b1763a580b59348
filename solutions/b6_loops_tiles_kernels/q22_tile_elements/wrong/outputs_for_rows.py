"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts an element for each output and k where rows and columns are shared.
"""


def tile_loads(tm, tn, K):
    _demand_at_least(1, tm, tn)
    _demand_at_least(0, K)
    return tm * tn * K
