"""Expect: ex=WRONG prop=WRONG err=PASSED

One option less than allowed: range stops short.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    right_plan(stage_ms, options, max_options)
    return right_plan(stage_ms, options, max(0, min(max_options, len(options)) - 1))
