"""Expect: ex=PASSED prop=PASSED err=WRONG

Ranges are tested with < and <= alone, which NaN and infinities pass.
"""


def demand_times(stage_ms):
    if len(stage_ms) == 0 or any(t < 0 for t in stage_ms) or not any(stage_ms):
        raise ValueError("out of range")


def staged_total_ms(stage_ms, factor):
    demand_times(stage_ms)
    if len(factor) != len(stage_ms) or any(f <= 0 for f in factor):
        raise ValueError("out of range")
    return sum(t / f for t, f in zip(stage_ms, factor, strict=True))
