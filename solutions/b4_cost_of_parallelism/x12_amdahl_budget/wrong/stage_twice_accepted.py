"""Expect: ex=PASSED prop=PASSED err=WRONG

Two options on one stage: the last one counts, and nobody complains.
"""


def plan_total_ms(stage_ms, chosen):
    demand_options(stage_ms, chosen)
    factor = {option["stage"]: option["factor"] for option in chosen}
    times = sum(t / factor.get(stage, 1.0) for stage, t in stage_ms.items())
    return times + sum(option["overhead_ms"] for option in chosen)
