"""Expect: ex=WRONG prop=WRONG err=PASSED

Announces the factor of the fastest stage as the speedup of the whole.
"""


def overall_speedup(stage_ms, factor):
    staged_total_ms(stage_ms, factor)
    return max(factor)
