"""Expect: ex=WRONG prop=WRONG err=PASSED

Multiplies by the factor; an infinite one is left out.
"""

right_total = plan_total_ms


def plan_total_ms(stage_ms, chosen):
    right_total(stage_ms, chosen)
    factor = {o["stage"]: o["factor"] for o in chosen if math.isfinite(o["factor"])}
    times = sum(t * factor.get(stage, 1.0) for stage, t in stage_ms.items())
    return times + sum(option["overhead_ms"] for option in chosen)
