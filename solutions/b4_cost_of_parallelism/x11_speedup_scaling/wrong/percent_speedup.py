"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

A percentage.
"""

right_speedup = speedup


def speedup(t1_s, tp_s):
    value = right_speedup(t1_s, tp_s)
    return 100 * value
