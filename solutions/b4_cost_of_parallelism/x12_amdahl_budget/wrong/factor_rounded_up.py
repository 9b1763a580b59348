"""Expect: ex=WRONG prop=WRONG err=PASSED

Rounds the factor up to a whole number.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    return None if right is None else float(math.ceil(right))
