"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

The new time over the old one.
"""

right_speedup = speedup


def speedup(t1_s, tp_s):
    right_speedup(t1_s, tp_s)
    return tp_s / t1_s
