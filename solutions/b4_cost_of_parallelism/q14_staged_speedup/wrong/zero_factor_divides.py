"""Expect: ex=PASSED prop=PASSED err=WRONG

A factor of 0 ends in ZeroDivisionError: < for <=.
"""


def staged_total_ms(stage_ms, factor):
    demand_times(stage_ms)
    if len(factor) != len(stage_ms) or not all(f >= 0 for f in factor):
        raise ValueError("out of range")
    return math.fsum(t / f for t, f in zip(stage_ms, factor, strict=True))
