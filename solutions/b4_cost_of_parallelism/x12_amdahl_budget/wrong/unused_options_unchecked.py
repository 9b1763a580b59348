"""Expect: ex=PASSED prop=PASSED err=WRONG

Options are looked at only if a plan may use them: none if max_options is 0.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    return right_plan(stage_ms, options if max_options else [], max_options)
