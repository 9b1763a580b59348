"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Compares elements with a budget in bytes.
"""

_in_bytes = tile_bytes
_largest_in_bytes = largest_tile
_verdict_in_bytes = tile_verdict


def tile_bytes(T, itemsize):
    return _in_bytes(T, itemsize) // itemsize


def largest_tile(budget_bytes, itemsize):
    return _largest_in_bytes(budget_bytes * itemsize, itemsize)


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    budget = budget_bytes * itemsize
    return _verdict_in_bytes(N, T, itemsize, budget, flop_per_s, bytes_per_s)
