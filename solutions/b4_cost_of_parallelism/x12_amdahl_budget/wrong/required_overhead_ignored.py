"""Expect: ex=WRONG prop=WRONG err=PASSED

Leaves the overhead out.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right_factor(t1_ms, s, target_ms, overhead_ms)
    return right_factor(t1_ms, s, target_ms)
