"""Expect: ex=WRONG prop=WRONG err=PASSED

Asks for None before 1.0: with s = 1 even the baseline's own time is out of reach.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    return None if target_ms == s * t1_ms + overhead_ms else right
