"""Expect: ex=WRONG prop=WRONG err=PASSED

The overall speedup is the mean of the factors, weighted with the times before: 6.6.
"""


def overall_speedup(stage_ms, factor):
    staged_total_ms(stage_ms, factor)
    weighted = sum(t * f for t, f in zip(stage_ms, factor, strict=True) if t)
    return weighted / sum(stage_ms)
