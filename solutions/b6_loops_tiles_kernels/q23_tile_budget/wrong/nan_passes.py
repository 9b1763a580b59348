"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Tests `value <= 0`, which NaN and infinity pass.
"""


def _demand_positive(*values):
    if any(value <= 0 for value in values):
        raise ValueError("must be above 0")
