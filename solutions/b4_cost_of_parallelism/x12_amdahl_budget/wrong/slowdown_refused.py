"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses a factor below 1.
"""

right_options = demand_options


def demand_options(stage_ms, options):
    if any(option["factor"] < 1 for option in options):
        raise ValueError("no acceleration")
    right_options(stage_ms, options)
