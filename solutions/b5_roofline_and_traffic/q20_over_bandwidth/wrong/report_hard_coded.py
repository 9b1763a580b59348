"""Expect: ex=WRONG prop=WRONG err=PASSED

Computes with the N of the report instead of the argument.
"""


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s)
    moved_bytes = 100_000_000 * itemsize * streams
    return {
        "bytes": moved_bytes,
        "bytes_per_s": moved_bytes / time_s,
        "flop_per_s": 100_000_000 * flop_per_item / time_s,
    }


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    compute_s = 100_000_000 * flop_per_item / flop_per_s
    return max(compute_s, 100_000_000 * itemsize * streams / bytes_per_s)
