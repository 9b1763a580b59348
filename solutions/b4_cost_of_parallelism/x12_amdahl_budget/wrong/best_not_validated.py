"""Expect: ex=PASSED prop=PASSED err=WRONG

best_plan computes with whatever it gets.
"""


def best_plan(stage_ms, options, max_options):
    best = (round(sum(stage_ms.values()), 9), 0, [])
    for size in range(1, max_options + 1):
        for plan in combinations(options, size):
            factor = {option["stage"]: option["factor"] for option in plan}
            if len(factor) == size:
                times = sum(t / factor.get(stage, 1.0) for stage, t in stage_ms.items())
                total = times + sum(option["overhead_ms"] for option in plan)
                names = sorted(option["name"] for option in plan)
                best = min(best, (round(total, 9), size, names))
    return frozenset(best[2])
