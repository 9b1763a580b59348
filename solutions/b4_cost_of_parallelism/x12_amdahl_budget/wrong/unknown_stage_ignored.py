"""Expect: ex=PASSED prop=PASSED err=WRONG

An option for a stage that does not exist is skipped over.
"""

right_options = demand_options


def demand_options(stage_ms, options):
    right_options({**stage_ms, **{option["stage"]: 0.0 for option in options}}, options)
    for t in stage_ms.values():
        demand_cost(t)
