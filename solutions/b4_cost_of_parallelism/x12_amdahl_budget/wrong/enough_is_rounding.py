"""Expect: ex=WRONG prop=PASSED err=PASSED

Tests the baseline with >= alone: 0.1 + 0.2 is a little more than 0.3, so 0.3 is out of reach.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    return None if right == 1.0 and target_ms < t1_ms + overhead_ms else right
