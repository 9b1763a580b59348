"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Only the side is checked: a negative factor gives a complex root.
"""


def weak_scaling_side(side, resource_factor):
    _demand_positive(side)
    return side * resource_factor ** (1 / 3)
