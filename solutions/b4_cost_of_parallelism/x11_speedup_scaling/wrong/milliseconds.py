"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Seconds are taken for milliseconds.
"""

right_flop_rate = flop_rate


def flop_rate(flop, seconds):
    value = right_flop_rate(flop, seconds)
    return 1000 * value
