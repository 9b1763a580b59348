"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds the two times as if computing and moving could not overlap.
"""


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    return n * flop_per_item / flop_per_s + n * itemsize * streams / bytes_per_s
