"""Expect: ex=PASSED prop=PASSED err=WRONG

Finds two options on one stage only if they follow each other.
"""

from itertools import pairwise


def plan_total_ms(stage_ms, chosen):
    demand_options(stage_ms, chosen)
    if any(a["stage"] == b["stage"] for a, b in pairwise(chosen)):
        raise ValueError("two options for one stage")
    factor = {option["stage"]: option["factor"] for option in chosen}
    times = sum(t / factor.get(stage, 1.0) for stage, t in stage_ms.items())
    return times + sum(option["overhead_ms"] for option in chosen)
