"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts the block of C as fetched.
"""

_without_c = tile_loads
_alone_without_c = per_output_loads


def tile_loads(tm, tn, K):
    return _without_c(tm, tn, K) + tm * tn


def per_output_loads(tm, tn, K):
    return _alone_without_c(tm, tn, K) + tm * tn
