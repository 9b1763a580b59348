"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Only the accelerated share pays the overhead: (1 − s)·H.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    return right_ms(t1_ms, s, p, overhead_ms) - s * overhead_ms
