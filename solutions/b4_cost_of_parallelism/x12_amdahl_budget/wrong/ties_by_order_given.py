"""Expect: ex=WRONG prop=WRONG err=PASSED

With equal totals the options that were given first win.
"""


def best_plan(stage_ms, options, max_options):
    demand_options(stage_ms, options)
    if len(options) > 6 or max_options < 0:
        raise ValueError("out of range")
    best, shortest = (), round(plan_total_ms(stage_ms, ()), 9)
    for size in range(1, min(max_options, len(options)) + 1):
        for plan in combinations(options, size):
            if len({option["stage"] for option in plan}) == size:
                total = round(plan_total_ms(stage_ms, plan), 9)
                if total < shortest:
                    best, shortest = plan, total
    return frozenset(option["name"] for option in best)
