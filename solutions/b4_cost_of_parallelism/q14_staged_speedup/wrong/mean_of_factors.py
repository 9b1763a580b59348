"""Expect: ex=WRONG prop=WRONG err=PASSED

The overall speedup is the plain mean of the factors.
"""


def overall_speedup(stage_ms, factor):
    staged_total_ms(stage_ms, factor)
    return sum(factor) / len(factor)
