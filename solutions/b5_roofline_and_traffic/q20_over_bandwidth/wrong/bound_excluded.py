"""Expect: ex=WRONG prop=WRONG err=PASSED

Demands more than the bound, so that a time exactly on it is called inconsistent.
"""


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    _demand_positive(time_s)
    return time_s > min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s)
