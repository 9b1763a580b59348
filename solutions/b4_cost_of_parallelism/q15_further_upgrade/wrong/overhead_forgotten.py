"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Amdahl's law without the overhead.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    right_ms(t1_ms, s, p, overhead_ms)
    return s * t1_ms + (1 - s) * t1_ms / p
