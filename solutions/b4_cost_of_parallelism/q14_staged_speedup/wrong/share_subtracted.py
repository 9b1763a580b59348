"""Expect: ex=WRONG prop=WRONG err=PASSED

Subtracts what the accelerated stage still takes (80/8) instead of replacing its time by it.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    right_total(stage_ms, factor)
    return sum(t if f == 1 else t - t / f for t, f in zip(stage_ms, factor, strict=True))
