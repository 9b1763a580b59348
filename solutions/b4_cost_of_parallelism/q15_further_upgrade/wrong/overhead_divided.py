"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

The overhead shrinks with the factor as well.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    right_ms(t1_ms, s, p, overhead_ms)
    return s * t1_ms + ((1 - s) * t1_ms + overhead_ms) / p
