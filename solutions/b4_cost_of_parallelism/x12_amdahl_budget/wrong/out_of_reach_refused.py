"""Expect: ex=ERROR prop=ERROR err=PASSED

A target out of reach raises ValueError.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    factor = right_factor(t1_ms, s, target_ms, overhead_ms)
    if factor is None:
        raise ValueError("out of reach")
    return factor
