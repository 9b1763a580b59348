"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes s for the fraction that is accelerated.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right_factor(t1_ms, s, target_ms, overhead_ms)
    return right_factor(t1_ms, 1 - s, target_ms, overhead_ms)
