"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Only the second time is checked.
"""


def speedup(t1_s, tp_s):
    _demand_positive(tp_s)
    return t1_s / tp_s
