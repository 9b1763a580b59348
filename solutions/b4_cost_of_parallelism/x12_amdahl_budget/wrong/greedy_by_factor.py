"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes the options with the largest factors.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    right_plan(stage_ms, options, max_options)
    taken = {}
    for option in sorted(options, key=lambda o: (-o["factor"], o["overhead_ms"], o["name"])):
        if len(taken) < max_options and option["stage"] not in taken:
            taken[option["stage"]] = option["name"]
    return frozenset(taken.values())
