"""Expect: ex=PASSED prop=PASSED err=WRONG

Two options of the same name are accepted.
"""


def demand_options(stage_ms, options):
    for t in stage_ms.values():
        demand_cost(t)
    for option in options:
        demand_cost(option["overhead_ms"])
        if option["stage"] not in stage_ms or not option["factor"] > 0:
            raise ValueError("unknown stage, or factor not positive")
