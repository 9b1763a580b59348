"""Expect: ex=PASSED prop=PASSED err=WRONG

The times of the stages are not looked at.
"""


def demand_options(stage_ms, options):
    if len({option["name"] for option in options}) < len(options):
        raise ValueError("two options have the same name")
    for option in options:
        demand_cost(option["overhead_ms"])
        if option["stage"] not in stage_ms or not option["factor"] > 0:
            raise ValueError("unknown stage, or factor not positive")
