"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses a kernel without arithmetic, although flop_per_item may be 0.
"""


def _demand_kernel(n, itemsize, streams, flop_per_item):
    if min(n, itemsize, streams, flop_per_item) < 1:
        raise ValueError
