"""Expect: ex=ERROR prop=ERROR err=PASSED

A target exactly at s·T + H ends in ZeroDivisionError: < for <=.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right_factor(t1_ms, s, target_ms, overhead_ms)
    if target_ms >= t1_ms + overhead_ms:
        return 1.0
    left = target_ms - s * t1_ms - overhead_ms
    return (1 - s) * t1_ms / left if left >= 0 else None
