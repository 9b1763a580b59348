"""Expect: ex=WRONG prop=PASSED err=PASSED

Tests the limit with <= alone: 0.3·9 is a little less than 2.7, so a factor comes out.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    if right_factor(t1_ms, s, target_ms, overhead_ms) == 1.0:
        return 1.0
    left = target_ms - s * t1_ms - overhead_ms
    return (1 - s) * t1_ms / left if left > 0 else None
