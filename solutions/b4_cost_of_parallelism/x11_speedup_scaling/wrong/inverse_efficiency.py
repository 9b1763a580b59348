"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

The times the wrong way round.
"""

right_efficiency = efficiency


def efficiency(t1_s, tp_s, processors):
    right_efficiency(t1_s, tp_s, processors)
    return tp_s / t1_s / processors
