"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes a multiply-add for one operation.
"""

_two_for_one = tiled_intensity


def tiled_intensity(N, T, itemsize):
    return _two_for_one(N, T, itemsize) / 2
