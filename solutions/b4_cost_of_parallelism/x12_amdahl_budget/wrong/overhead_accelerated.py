"""Expect: ex=WRONG prop=WRONG err=PASSED

The overhead is taken for part of what gets faster.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    if right_factor(t1_ms, s, target_ms, overhead_ms) is None:
        return None
    if target_ms >= t1_ms + overhead_ms:
        return 1.0
    return ((1 - s) * t1_ms + overhead_ms) / (target_ms - s * t1_ms)
