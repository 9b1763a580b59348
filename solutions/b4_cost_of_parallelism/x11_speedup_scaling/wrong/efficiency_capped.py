"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

An efficiency above 1 is taken for a mistake and cut off.
"""

right_efficiency = efficiency


def efficiency(t1_s, tp_s, processors):
    value = right_efficiency(t1_s, tp_s, processors)
    return min(1.0, value)
