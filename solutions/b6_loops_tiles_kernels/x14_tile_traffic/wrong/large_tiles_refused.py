"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses blocks larger than the matrix, which are allowed.
"""

_any_block = tiled_traffic_elems


def tiled_traffic_elems(M, N, K, Tm, Tn):
    _demand_at_least(Tm, M)
    _demand_at_least(Tn, N)
    return _any_block(M, N, K, Tm, Tn)
