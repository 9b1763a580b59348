"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Takes a KiB of the budget for 1000 bytes.
"""

_largest_in_bytes = largest_tile
_verdict_in_bytes = tile_verdict


def largest_tile(budget_bytes, itemsize):
    return _largest_in_bytes(budget_bytes * 1000 // 1024, itemsize)


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    budget = budget_bytes * 1000 // 1024
    return _verdict_in_bytes(N, T, itemsize, budget, flop_per_s, bytes_per_s)
