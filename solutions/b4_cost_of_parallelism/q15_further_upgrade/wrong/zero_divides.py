"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

A factor of 0 ends in ZeroDivisionError: < for <=.
"""


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    if not (0 < t1_ms < math.inf and 0 <= s <= 1 and p >= 0 and 0 <= overhead_ms < math.inf):
        raise ValueError("out of range")
    return s * t1_ms + (1 - s) * t1_ms / p + overhead_ms
