"""Expect: ex=WRONG prop=WRONG err=PASSED

Divides N by T without rounding up.
"""


def tiled_intensity(N, T, itemsize):
    _demand_at_least(1, N, T, itemsize)
    return 1 / (itemsize * (1 / T + 1 / (2 * N)))
