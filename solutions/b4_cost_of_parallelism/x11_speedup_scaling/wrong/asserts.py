"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Bad numbers meet an assert instead of a ValueError.
"""


def _demand_positive(*values):
    assert all(math.isfinite(value) and value > 0 for value in values)
