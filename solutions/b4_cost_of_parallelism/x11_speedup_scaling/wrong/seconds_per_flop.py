"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

The inverse rate.
"""

right_flop_rate = flop_rate


def flop_rate(flop, seconds):
    right_flop_rate(flop, seconds)
    return seconds / flop if flop else 0.0
