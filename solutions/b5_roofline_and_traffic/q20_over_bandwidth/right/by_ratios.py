"""Expect: ex=PASSED prop=PASSED err=PASSED

Compares the implied rates with the limits, and never computes a bound for the verdict.
"""


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    _demand_positive(flop_per_s, bytes_per_s)
    rates = implied_rates(n, itemsize, streams, flop_per_item, time_s)
    shares = rates["flop_per_s"] / flop_per_s, rates["bytes_per_s"] / bytes_per_s
    return max(shares) <= 1 + 1e-9
