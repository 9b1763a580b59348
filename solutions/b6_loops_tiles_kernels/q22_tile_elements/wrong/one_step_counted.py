"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts the first step only, of depth 2 as in the example.
"""

_all_steps = tile_loads


def tile_loads(tm, tn, K):
    return _all_steps(tm, tn, min(K, 2))
