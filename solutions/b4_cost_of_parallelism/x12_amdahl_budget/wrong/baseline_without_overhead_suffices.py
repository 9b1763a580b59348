"""Expect: ex=WRONG prop=WRONG err=PASSED

Says 1.0 as soon as the target reaches T, although T + H is above it.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    return 1.0 if target_ms >= t1_ms else right
