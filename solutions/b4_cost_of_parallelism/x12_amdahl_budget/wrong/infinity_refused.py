"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses an infinite factor.
"""

right_options = demand_options


def demand_options(stage_ms, options):
    if any(option["factor"] == math.inf for option in options):
        raise ValueError("no such factor")
    right_options(stage_ms, options)
