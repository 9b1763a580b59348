"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes the reported time for milliseconds.
"""


def implied_rates(n, itemsize, streams, flop_per_item, time_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s)
    seconds = time_s / 1000
    return {
        "bytes": n * itemsize * streams,
        "bytes_per_s": n * itemsize * streams / seconds,
        "flop_per_s": n * flop_per_item / seconds,
    }


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    _demand_positive(time_s)
    bound_s = min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s)
    return time_s / 1000 >= bound_s * (1 - 1e-9)
