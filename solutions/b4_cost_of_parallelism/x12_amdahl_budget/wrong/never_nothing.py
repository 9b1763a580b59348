"""Expect: ex=WRONG prop=WRONG err=PASSED

The empty plan is left out, unless there is no other.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    best = right_plan(stage_ms, options, max_options)
    if best or not options or max_options == 0:
        return best
    alone = min(options, key=lambda option: (plan_total_ms(stage_ms, [option]), option["name"]))
    return frozenset({alone["name"]})
