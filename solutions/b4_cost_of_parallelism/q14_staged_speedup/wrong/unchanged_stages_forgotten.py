"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds only the accelerated stages: a factor of 1 is skipped.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    right_total(stage_ms, factor)
    return sum(t / f for t, f in zip(stage_ms, factor, strict=True) if f != 1)
