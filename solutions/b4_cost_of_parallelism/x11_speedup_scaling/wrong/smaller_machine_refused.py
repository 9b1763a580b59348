"""Expect: ex=ERROR prop=ERROR err=PASSED claim=PASSED

Factors below 1 are refused.
"""


def weak_scaling_side(side, resource_factor):
    _demand_positive(side)
    if not 1 <= resource_factor < math.inf:
        raise ValueError
    return side * resource_factor ** (1 / 3)
