"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Negative work and odd times are accepted.
"""


def flop_rate(flop, seconds):
    return flop / seconds if seconds else 0.0
