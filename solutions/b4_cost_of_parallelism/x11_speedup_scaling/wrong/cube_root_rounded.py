"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

1/3 written as 0.333.
"""

right_weak_scaling_side = weak_scaling_side


def weak_scaling_side(side, resource_factor):
    right_weak_scaling_side(side, resource_factor)
    return side * resource_factor**0.333
