"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Work times seconds.
"""

right_flop_rate = flop_rate


def flop_rate(flop, seconds):
    right_flop_rate(flop, seconds)
    return flop * seconds
