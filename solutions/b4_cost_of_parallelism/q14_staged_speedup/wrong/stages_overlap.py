"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes the longest stage, as if the stages ran at the same time.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    right_total(stage_ms, factor)
    return max(t / f for t, f in zip(stage_ms, factor, strict=True))
