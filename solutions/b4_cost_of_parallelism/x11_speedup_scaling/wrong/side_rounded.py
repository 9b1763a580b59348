"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Rounded to an integer.
"""

right_weak_scaling_side = weak_scaling_side


def weak_scaling_side(side, resource_factor):
    value = right_weak_scaling_side(side, resource_factor)
    return round(value)
