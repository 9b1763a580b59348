"""Expect: ex=WRONG prop=WRONG err=PASSED

Multiplies the times by the factors.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    right_total(stage_ms, factor)
    return sum(t * f if t else 0.0 for t, f in zip(stage_ms, factor, strict=True))
