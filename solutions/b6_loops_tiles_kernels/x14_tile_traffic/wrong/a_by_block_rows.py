"""Expect: ex=WRONG prop=WRONG err=PASSED

Multiplies A by the number of block rows and B by that of block columns.
"""


def tiled_traffic_elems(M, N, K, Tm, Tn):
    _demand_at_least(0, M, N, K)
    _demand_at_least(1, Tm, Tn)
    return {"a": M * K * _ceil(M, Tm), "b": K * N * _ceil(N, Tn), "c": M * N}
