"""Expect: ex=PASSED prop=PASSED err=WRONG

zip stops at the shorter sequence, and nobody looks at the lengths.
"""


def staged_total_ms(stage_ms, factor):
    demand_times(stage_ms)
    if not all(f > 0 for f in factor):
        raise ValueError("factors must be positive")
    return math.fsum(t / f for t, f in zip(stage_ms, factor, strict=False))
