"""Expect: ex=WRONG prop=WRONG err=PASSED

Compares plans without their overheads.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    right_plan(stage_ms, options, max_options)
    free = [{**option, "overhead_ms": 0.0} for option in options]
    return right_plan(stage_ms, free, max_options)
