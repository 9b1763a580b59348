"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

speedup computes with whatever it gets, 0 excepted.
"""


def speedup(t1_s, tp_s):
    return t1_s / tp_s if tp_s else 0.0
