"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Subtracts the overhead.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    return right_ms(t1_ms, s, p, overhead_ms) - 2 * overhead_ms
