"""Expect: ex=PASSED prop=PASSED err=PASSED

Recursion over the options: take the first one or leave it.
"""


def best_plan(stage_ms, options, max_options):
    demand_options(stage_ms, options)
    if len(options) > 6 or max_options < 0:
        raise ValueError("out of range")

    def best(rest, chosen):
        if not rest:
            names = sorted(option["name"] for option in chosen)
            return round(plan_total_ms(stage_ms, chosen), 9), len(names), names
        first, *others = rest
        left = best(others, chosen)
        free = all(option["stage"] != first["stage"] for option in chosen)
        if not free or len(chosen) >= max_options:
            return left
        return min(left, best(others, [*chosen, first]))

    return frozenset(best(list(options), [])[2])
