"""Expect: ex=WRONG prop=WRONG err=PASSED

T/target: as if everything were accelerated.
"""

right_factor = required_factor


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    right = right_factor(t1_ms, s, target_ms, overhead_ms)
    return right if right in (None, 1.0) else t1_ms / target_ms
