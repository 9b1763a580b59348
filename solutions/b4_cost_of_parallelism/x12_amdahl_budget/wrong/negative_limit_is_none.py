"""Expect: ex=PASSED prop=PASSED err=WRONG

A negative max_options is read as 0.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    return right_plan(stage_ms, options, max(0, max_options))
