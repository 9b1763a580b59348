"""Expect: ex=WRONG prop=WRONG err=PASSED

The factor acts on the overhead as well.
"""

right_total = plan_total_ms


def plan_total_ms(stage_ms, chosen):
    total = right_total(stage_ms, chosen)
    return total - sum(option["overhead_ms"] * (1 - 1 / option["factor"]) for option in chosen)
