"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses a factor below 1.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    if any(f < 1 for f in factor):
        raise ValueError("a factor below 1 is no acceleration")
    return right_total(stage_ms, factor)
