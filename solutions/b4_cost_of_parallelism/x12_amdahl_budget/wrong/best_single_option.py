"""Expect: ex=WRONG prop=WRONG err=PASSED

Looks at single options only.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    right_plan(stage_ms, options, max_options)
    return right_plan(stage_ms, options, min(1, max_options))
