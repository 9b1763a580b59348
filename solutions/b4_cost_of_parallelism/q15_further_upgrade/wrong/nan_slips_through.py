"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Ranges are tested with < and > alone, which NaN and infinities pass.
"""


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    if t1_ms <= 0 or s < 0 or s > 1 or p <= 0 or overhead_ms < 0:
        raise ValueError("out of range")
    return s * t1_ms + (1 - s) * t1_ms / p + overhead_ms
