"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses sizes of 0, which are allowed.
"""

_zero_allowed = tiled_traffic_elems


def tiled_traffic_elems(M, N, K, Tm, Tn):
    _demand_at_least(1, M, N, K)
    return _zero_allowed(M, N, K, Tm, Tn)
