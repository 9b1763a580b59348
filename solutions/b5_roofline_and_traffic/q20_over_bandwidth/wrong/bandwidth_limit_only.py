"""Expect: ex=WRONG prop=WRONG err=PASSED

Checks the implied bandwidth and never looks at the arithmetic.
"""


def is_consistent(n, itemsize, streams, flop_per_item, time_s, flop_per_s, bytes_per_s):
    _demand_kernel(n, itemsize, streams, flop_per_item)
    _demand_positive(time_s, flop_per_s, bytes_per_s)
    return n * itemsize * streams / time_s <= bytes_per_s * (1 + 1e-9)
