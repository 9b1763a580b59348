"""Expect: ex=WRONG prop=WRONG err=PASSED

Sorts names as people do, gemm8 before gemm16.
"""


def best_plan(stage_ms, options, max_options):
    demand_options(stage_ms, options)
    if len(options) > 6 or max_options < 0:
        raise ValueError("out of range")
    sizes = range(min(max_options, len(options)) + 1)
    plans = [plan for size in sizes for plan in combinations(options, size)]
    legal = [plan for plan in plans if len({o["stage"] for o in plan}) == len(plan)]

    def rank(plan):
        names = sorted((len(option["name"]), option["name"]) for option in plan)
        return round(plan_total_ms(stage_ms, plan), 9), len(plan), names

    return frozenset(option["name"] for option in min(legal, key=rank))
