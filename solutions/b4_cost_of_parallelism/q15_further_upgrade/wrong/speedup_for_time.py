"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Returns the speedup instead of the time.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    after = right_ms(t1_ms, s, p, overhead_ms)
    return t1_ms / after if after else math.inf
