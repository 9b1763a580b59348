"""Expect: ex=WRONG prop=WRONG err=PASSED

A target out of reach gives an infinite factor.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    return math.inf if right is None else right
