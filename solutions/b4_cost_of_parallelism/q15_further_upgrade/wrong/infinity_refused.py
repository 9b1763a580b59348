"""Expect: ex=ERROR prop=ERROR err=PASSED claim=ERROR

Refuses an infinite factor.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    if math.isinf(p):
        raise ValueError("p must be finite")
    return right_ms(t1_ms, s, p, overhead_ms)
