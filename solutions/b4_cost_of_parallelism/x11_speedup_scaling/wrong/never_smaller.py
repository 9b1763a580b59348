"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

A smaller machine keeps the old side.
"""

right_weak_scaling_side = weak_scaling_side


def weak_scaling_side(side, resource_factor):
    value = right_weak_scaling_side(side, resource_factor)
    return max(side, value)
