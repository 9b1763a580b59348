"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

T/p + H: the factor acts on the whole baseline.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    right_ms(t1_ms, s, p, overhead_ms)
    return t1_ms / p + overhead_ms
