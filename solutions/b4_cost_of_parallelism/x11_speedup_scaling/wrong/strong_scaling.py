"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

The problem stays as it is.
"""

right_weak_scaling_side = weak_scaling_side


def weak_scaling_side(side, resource_factor):
    right_weak_scaling_side(side, resource_factor)
    return float(side)
