"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

A slowdown is reported as 1.
"""

right_speedup = speedup


def speedup(t1_s, tp_s):
    value = right_speedup(t1_s, tp_s)
    return max(1.0, value)
