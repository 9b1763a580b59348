"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes the bandwidth limit for GiB/s: 7 % too much.
"""


def min_time_s(n, itemsize, streams, flop_per_item, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(flop_per_s, bytes_per_s)
    binary = bytes_per_s * 2**30 / 10**9
    return max(n * flop_per_item / flop_per_s, n * itemsize * streams / binary)
