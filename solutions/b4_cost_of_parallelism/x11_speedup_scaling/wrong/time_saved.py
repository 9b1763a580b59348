"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

The time saved over the old one instead of a ratio of times.
"""

right_speedup = speedup


def speedup(t1_s, tp_s):
    right_speedup(t1_s, tp_s)
    return (t1_s - tp_s) / t1_s
