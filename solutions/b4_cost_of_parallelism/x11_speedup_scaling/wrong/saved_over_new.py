"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

How much faster, not how many times: one too little.
"""

right_speedup = speedup


def speedup(t1_s, tp_s):
    value = right_speedup(t1_s, tp_s)
    return value - 1
