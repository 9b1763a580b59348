"""Expect: ex=ERROR prop=ERROR err=PASSED claim=PASSED

No work is refused.
"""

right_flop_rate = flop_rate


def flop_rate(flop, seconds):
    value = right_flop_rate(flop, seconds)
    return value if flop else _demand_positive(flop)
