"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Only the time is checked.
"""


def flop_rate(flop, seconds):
    _demand_positive(seconds)
    return flop / seconds
