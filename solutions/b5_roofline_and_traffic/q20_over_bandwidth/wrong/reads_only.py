"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts the arrays that are read and forgets the one that is written.
"""


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s)
    moved_bytes = n * itemsize * (streams - 1)
    return {
        "bytes": moved_bytes,
        "bytes_per_s": moved_bytes / time_s,
        "flop_per_s": n * flop_per_item / time_s,
    }


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    return max(n * flop_per_item / flop_per_s, n * itemsize * (streams - 1) / bytes_per_s)
