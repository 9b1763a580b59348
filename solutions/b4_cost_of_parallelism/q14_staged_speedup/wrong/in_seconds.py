"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns seconds. The ratios are right all the same.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    return right_total(stage_ms, factor) / 1000


def overall_speedup(stage_ms, factor):
    after = right_total(stage_ms, factor)
    return math.fsum(stage_ms) / after if after > 0 else math.inf
