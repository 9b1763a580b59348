"""Expect: ex=WRONG prop=WRONG err=PASSED

Only the largest overhead is paid.
"""

right_total = plan_total_ms


def plan_total_ms(stage_ms, chosen):
    overheads = [option["overhead_ms"] for option in chosen]
    return right_total(stage_ms, chosen) - sum(overheads) + max(overheads, default=0.0)
