"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Bisects for the smallest T and counts up to the largest, with NumPy integers.
"""

import bisect

import numpy as np


def largest_tile(budget_bytes, itemsize):
    _demand_at_least(0, budget_bytes)
    low, high = np.int64(0), np.int64(budget_bytes + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if tile_bytes(int(middle), itemsize) <= budget_bytes:
            low = middle
        else:
            high = middle
    _demand_at_least(1, itemsize)
    return low


def smallest_tile_for(N, itemsize, ridge):
    _demand_at_least(1, N, itemsize)
    _demand_positive(ridge)
    tiles = range(1, N + 1)
    found = bisect.bisect_left(
        tiles, True, key=lambda T: _reaches(_intensity(N, T, itemsize), ridge)
    )
    return tiles[found] if found < N else None
