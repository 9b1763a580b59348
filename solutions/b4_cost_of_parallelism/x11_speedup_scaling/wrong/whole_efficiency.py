"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Integer division.
"""

right_efficiency = efficiency


def efficiency(t1_s, tp_s, processors):
    right_efficiency(t1_s, tp_s, processors)
    return t1_s / tp_s // processors
