"""Expect: ex=PASSED prop=PASSED err=WRONG

Too many factors are accepted: only a missing one is noticed.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    return right_total(stage_ms, factor[: max(1, len(stage_ms))])
