"""Expect: ex=ERROR prop=ERROR err=ERROR

best_plan refuses options that share a stage, as plan_total_ms does.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    if len({option["stage"] for option in options}) < len(options):
        raise ValueError("two options for one stage")
    return right_plan(stage_ms, options, max_options)
