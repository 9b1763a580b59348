"""Expect: ex=WRONG prop=WRONG err=PASSED

Moves full blocks at the edges, with elements that do not exist.
"""

_clipped = tiled_traffic_elems


def tiled_traffic_elems(M, N, K, Tm, Tn):
    _demand_at_least(0, M, N, K)
    _demand_at_least(1, Tm, Tn)
    return _clipped(_ceil(M, Tm) * Tm, _ceil(N, Tn) * Tn, K, Tm, Tn)
