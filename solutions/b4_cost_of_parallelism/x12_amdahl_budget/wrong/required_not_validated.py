"""Expect: ex=PASSED prop=PASSED err=WRONG

required_factor computes with whatever it gets.
"""


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    if target_ms >= (t1_ms + overhead_ms) * (1 - 1e-9):
        return 1.0
    left = target_ms - s * t1_ms - overhead_ms
    return None if left <= 1e-9 * target_ms else (1 - s) * t1_ms / left
