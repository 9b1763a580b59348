"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Wants to have a byte left over.
"""

_to_the_last_byte = largest_tile
_verdict_to_the_last_byte = tile_verdict


def largest_tile(budget_bytes, itemsize):
    _demand_at_least(0, budget_bytes)
    return _to_the_last_byte(max(budget_bytes - 1, 0), itemsize)


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    _demand_at_least(0, budget_bytes)
    budget = max(budget_bytes - 1, 0)
    return _verdict_to_the_last_byte(N, T, itemsize, budget, flop_per_s, bytes_per_s)
