"""Expect: ex=WRONG prop=WRONG err=PASSED

A factor below 1 is raised to 1: nothing ever gets slower.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    right_total(stage_ms, factor)
    return right_total(stage_ms, [max(1.0, f) for f in factor])
