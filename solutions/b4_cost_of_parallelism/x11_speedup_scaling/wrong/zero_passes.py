"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Only negative numbers are refused.
"""


def _demand_positive(*values):
    if not all(math.isfinite(value) and value >= 0 for value in values):
        raise ValueError("must be at least 0")
