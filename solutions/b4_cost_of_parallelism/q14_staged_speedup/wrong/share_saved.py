"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns the share of the time that is saved.
"""


def overall_speedup(stage_ms, factor):
    return 1 - staged_total_ms(stage_ms, factor) / math.fsum(stage_ms)
