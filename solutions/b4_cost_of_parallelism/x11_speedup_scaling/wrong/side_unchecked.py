"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Only the factor is checked.
"""


def weak_scaling_side(side, resource_factor):
    _demand_positive(resource_factor)
    return side * resource_factor ** (1 / 3)
