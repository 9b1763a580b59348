"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses an infinite factor.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    if any(math.isinf(f) for f in factor):
        raise ValueError("factors must be finite")
    return right_total(stage_ms, factor)
