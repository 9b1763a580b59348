"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Zero processors divide by zero, negative ones are accepted.
"""


def efficiency(t1_s, tp_s, processors):
    return speedup(t1_s, tp_s) / processors
