"""Expect: ex=WRONG prop=WRONG err=PASSED

Does not look at max_options.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    right_plan(stage_ms, options, max_options)
    return right_plan(stage_ms, options, 6)
