"""Expect: ex=WRONG prop=WRONG err=PASSED

A target out of reach gives the negative number of the formula.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    left = target_ms - s * t1_ms - overhead_ms
    return (1 - s) * t1_ms / left if right is None and left < 0 else right
