"""Expect: ex=ERROR prop=ERROR err=PASSED claim=ERROR

Refuses a factor below 1.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    if p < 1:
        raise ValueError("p must be at least 1")
    return right_ms(t1_ms, s, p, overhead_ms)
