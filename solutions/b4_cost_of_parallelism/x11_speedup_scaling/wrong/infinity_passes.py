"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Infinities are accepted.
"""


def _demand_positive(*values):
    if not all(value > 0 for value in values):
        raise ValueError("must be above 0")
