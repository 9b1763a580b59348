"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

In TFLOP/s.
"""

right_flop_rate = flop_rate


def flop_rate(flop, seconds):
    value = right_flop_rate(flop, seconds)
    return value / 1e12
