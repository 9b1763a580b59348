"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Ranges are tested with <= alone, which NaN and infinities pass.
"""


def _demand_positive(*values):
    if any(value <= 0 for value in values):
        raise ValueError("must be above 0")
