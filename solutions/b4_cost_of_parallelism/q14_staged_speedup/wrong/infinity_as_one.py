"""Expect: ex=WRONG prop=WRONG err=PASSED

An infinite factor is taken for "no factor given" and leaves the stage as it is.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    return right_total(stage_ms, [1.0 if f == math.inf else f for f in factor])
