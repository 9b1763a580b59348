"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns the number of elements where bytes are asked for.
"""

_in_bytes = tiled_traffic_bytes


def tiled_traffic_bytes(M, N, K, Tm, Tn, itemsize):
    return _in_bytes(M, N, K, Tm, Tn, itemsize) // itemsize
