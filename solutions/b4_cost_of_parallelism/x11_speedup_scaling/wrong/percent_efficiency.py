"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

20 instead of 0.2.
"""

right_efficiency = efficiency


def efficiency(t1_s, tp_s, processors):
    value = right_efficiency(t1_s, tp_s, processors)
    return 100 * value
