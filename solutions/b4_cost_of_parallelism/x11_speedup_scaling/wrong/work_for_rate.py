"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

The amount of work: FLOP, not FLOP/s.
"""

right_flop_rate = flop_rate


def flop_rate(flop, seconds):
    right_flop_rate(flop, seconds)
    return float(flop)
