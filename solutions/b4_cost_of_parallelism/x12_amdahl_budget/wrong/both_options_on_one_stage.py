"""Expect: ex=WRONG prop=WRONG err=PASSED

Lets several options act on one stage: their factors are multiplied.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    right_plan(stage_ms, options, max_options)

    def rank(plan):
        times = dict(stage_ms)
        for option in plan:
            times[option["stage"]] /= option["factor"]
        total = sum(times.values()) + sum(option["overhead_ms"] for option in plan)
        return round(total, 9), len(plan), sorted(option["name"] for option in plan)

    sizes = range(min(max_options, len(options)) + 1)
    plans = [plan for size in sizes for plan in combinations(options, size)]
    return frozenset(option["name"] for option in min(plans, key=rank))
