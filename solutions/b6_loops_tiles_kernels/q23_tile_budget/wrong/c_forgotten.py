"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Makes room for two blocks and forgets the one of C.
"""

_three_blocks = tile_verdict


def tile_bytes(T, itemsize):
    _demand_at_least(1, T, itemsize)
    return 2 * T**2 * itemsize


def largest_tile(budget_bytes, itemsize):
    _demand_at_least(0, budget_bytes)
    _demand_at_least(1, itemsize)
    return math.isqrt(budget_bytes // (2 * itemsize))


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    _demand_at_least(0, budget_bytes)
    # A budget half as large again is to three blocks what this one is to two.
    return _three_blocks(N, T, itemsize, budget_bytes * 3 // 2, flop_per_s, bytes_per_s)
