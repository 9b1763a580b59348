"""Expect: ex=WRONG prop=WRONG err=PASSED

Writes C once for each step along K, of the depth of a block.
"""

_written_once = tiled_traffic_elems


def tiled_traffic_elems(M, N, K, Tm, Tn):
    elems = _written_once(M, N, K, Tm, Tn)
    return elems | {"c": elems["c"] * _ceil(K, Tm)}
