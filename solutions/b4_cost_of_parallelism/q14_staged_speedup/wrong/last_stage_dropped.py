"""Expect: ex=WRONG prop=WRONG err=PASSED

An index that stops one short: the last stage is not added.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    right_total(stage_ms, factor)
    return math.fsum(stage_ms[i] / factor[i] for i in range(len(stage_ms) - 1))
