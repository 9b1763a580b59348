"""Expect: ex=WRONG prop=WRONG err=PASSED

Reads the old values of C before they are overwritten.
"""

_overwritten = tiled_traffic_elems


def tiled_traffic_elems(M, N, K, Tm, Tn):
    elems = _overwritten(M, N, K, Tm, Tn)
    return elems | {"c": 2 * elems["c"]}
