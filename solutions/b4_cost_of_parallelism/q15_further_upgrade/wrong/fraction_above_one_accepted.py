"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Only a negative s is refused.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    right_ms(t1_ms, min(s, 1.0), p, overhead_ms)
    return s * t1_ms + (1 - s) * t1_ms / p + overhead_ms
