"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns T/4, which is near the intensity only in FP32 and for a T much smaller than N.
"""


def tiled_intensity(N, T, itemsize):
    _demand_at_least(1, N, T, itemsize)
    return T / 4
