"""Expect: ex=PASSED prop=PASSED err=PASSED

Computes in exact fractions and returns them as they are.
"""

from fractions import Fraction


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s)
    per_s = 1 / Fraction(time_s)
    moved = n * itemsize * streams
    return {"bytes": moved, "bytes_per_s": moved * per_s, "flop_per_s": n * flop_per_item * per_s}


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    compute_s = n * flop_per_item / Fraction(flop_per_s)
    return max(compute_s, n * itemsize * streams / Fraction(bytes_per_s))


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    _demand_positive(time_s)
    bound_s = min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s)
    return Fraction(time_s) >= bound_s * (1 - Fraction(1, 10**9))
