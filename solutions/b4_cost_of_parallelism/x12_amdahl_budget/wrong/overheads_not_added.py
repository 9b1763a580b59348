"""Expect: ex=WRONG prop=WRONG err=PASSED

The options cost nothing.
"""

right_total = plan_total_ms


def plan_total_ms(stage_ms, chosen):
    return right_total(stage_ms, chosen) - sum(option["overhead_ms"] for option in chosen)
