"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Takes every element for FP32, whatever itemsize says.
"""

_bytes_of_any_width = tile_bytes
_largest_of_any_width = largest_tile
_smallest_of_any_width = smallest_tile_for
_verdict_of_any_width = tile_verdict


def tile_bytes(T, itemsize):
    _demand_at_least(1, itemsize)
    return _bytes_of_any_width(T, 4)


def largest_tile(budget_bytes, itemsize):
    _demand_at_least(1, itemsize)
    return _largest_of_any_width(budget_bytes, 4)


def smallest_tile_for(N, itemsize, ridge):
    _demand_at_least(1, itemsize)
    return _smallest_of_any_width(N, 4, ridge)


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    _demand_at_least(1, itemsize)
    return _verdict_of_any_width(N, T, 4, budget_bytes, flop_per_s, bytes_per_s)
