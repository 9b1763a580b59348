"""Expect: ex=PASSED prop=PASSED err=WRONG

Tests `value <= 0`, which is false for NaN: a NaN time or rate is accepted.
"""


def _demand_positive(*values):
    if any(x <= 0 or x == float("inf") for x in values):
        raise ValueError
