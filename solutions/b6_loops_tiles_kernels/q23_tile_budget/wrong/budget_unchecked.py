"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Calls a negative budget too small for any block.
"""

_largest_of_a_budget = largest_tile
_verdict_of_a_budget = tile_verdict


def largest_tile(budget_bytes, itemsize):
    return _largest_of_a_budget(max(budget_bytes, 0), itemsize)


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    return _verdict_of_a_budget(N, T, itemsize, max(budget_bytes, 0), flop_per_s, bytes_per_s)
