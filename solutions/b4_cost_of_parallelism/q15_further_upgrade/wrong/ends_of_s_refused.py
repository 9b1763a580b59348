"""Expect: ex=ERROR prop=ERROR err=PASSED claim=ERROR

0 < s < 1: the ends are refused, < for <=.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    if s in (0, 1):
        raise ValueError("s must lie between 0 and 1")
    return right_ms(t1_ms, s, p, overhead_ms)
