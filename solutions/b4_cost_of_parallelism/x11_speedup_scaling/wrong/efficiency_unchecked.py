"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

efficiency checks the processors only.
"""


def efficiency(t1_s, tp_s, processors):
    if processors < 1:
        raise ValueError
    return t1_s / tp_s / processors if tp_s else 0.0
