"""Expect: ex=WRONG prop=WRONG err=PASSED

Grants reads and writes a full bandwidth each, so that 9.6 TB/s looks possible.
"""


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    both_ways = 2 * bytes_per_s
    return max(n * flop_per_item / flop_per_s, n * itemsize * streams / both_ways)
