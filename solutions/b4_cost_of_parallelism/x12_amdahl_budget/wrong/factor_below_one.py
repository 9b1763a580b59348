"""Expect: ex=WRONG prop=WRONG err=PASSED

A target that holds already gives a factor below 1.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    left = target_ms - s * t1_ms - overhead_ms
    return (1 - s) * t1_ms / left if right == 1.0 and left > 0 else right
