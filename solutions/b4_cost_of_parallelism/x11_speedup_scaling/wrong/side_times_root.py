"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Keeps the elements of a matrix for each processor, not the FLOP.
"""

right_weak_scaling_side = weak_scaling_side


def weak_scaling_side(side, resource_factor):
    right_weak_scaling_side(side, resource_factor)
    return side * math.sqrt(resource_factor)
