"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Only the processors beyond the first are counted.
"""

right_efficiency = efficiency


def efficiency(t1_s, tp_s, processors):
    right_efficiency(t1_s, tp_s, processors)
    return t1_s / tp_s / max(1, processors - 1)
