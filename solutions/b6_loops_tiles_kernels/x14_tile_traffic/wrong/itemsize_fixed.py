"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes every element for FP32, whatever itemsize says.
"""

_any_width = tiled_traffic_bytes


def tiled_traffic_bytes(M, N, K, Tm, Tn, itemsize):
    return _any_width(M, N, K, Tm, Tn, itemsize) // itemsize * 4
