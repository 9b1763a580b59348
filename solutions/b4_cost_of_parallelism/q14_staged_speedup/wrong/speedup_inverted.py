"""Expect: ex=WRONG prop=WRONG err=PASSED

Divides the time after by the time before.
"""


def overall_speedup(stage_ms, factor):
    return staged_total_ms(stage_ms, factor) / math.fsum(stage_ms)
