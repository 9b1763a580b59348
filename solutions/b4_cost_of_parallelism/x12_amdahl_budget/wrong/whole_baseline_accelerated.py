"""Expect: ex=WRONG prop=WRONG err=PASSED

T over what is left: forgets 1 − s.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    return right if right in (None, 1.0) else right / (1 - s)
