"""Expect: ex=WRONG prop=WRONG err=PASSED

With equal totals more options win.
"""


def plan_order(plan):
    return -len(plan), sorted(option["name"] for option in plan)


def best_plan(stage_ms, options, max_options):
    demand_options(stage_ms, options)
    if len(options) > 6 or max_options < 0:
        raise ValueError("out of range")
    sizes = range(min(max_options, len(options)) + 1)
    plans = [plan for size in sizes for plan in combinations(options, size)]
    legal = [plan for plan in plans if len({o["stage"] for o in plan}) == len(plan)]
    best = min(legal, key=lambda p: (round(plan_total_ms(stage_ms, p), 9), *plan_order(p)))
    return frozenset(option["name"] for option in best)
