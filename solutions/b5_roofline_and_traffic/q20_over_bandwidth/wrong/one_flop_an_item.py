"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes every kernel for an addition: one FLOP an item, whatever flop_per_item says.
"""


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s)
    moved_bytes = n * itemsize * streams
    return {
        "bytes": moved_bytes,
        "bytes_per_s": moved_bytes / time_s,
        "flop_per_s": n / time_s,
    }


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    return max(n / flop_per_s, n * itemsize * streams / bytes_per_s)
