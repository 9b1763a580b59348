"""Expect: ex=ERROR prop=ERROR err=ERROR claim=PASSED

The overhead has no default.
"""

right_ms = amdahl_ms


def amdahl_ms(t1_ms, s, p, overhead_ms):
    return right_ms(t1_ms, s, p, overhead_ms)
