"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Accelerates the fraction s instead of the rest.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    right_ms(t1_ms, s, p, overhead_ms)
    return (1 - s) * t1_ms + s * t1_ms / p + overhead_ms
