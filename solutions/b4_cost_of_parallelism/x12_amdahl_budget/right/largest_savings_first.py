"""Expect: ex=PASSED prop=PASSED err=PASSED

Savings of different stages add up, so the best option of each stage is taken, largest saving first.
"""


def best_plan(stage_ms, options, max_options):
    demand_options(stage_ms, options)
    if len(options) > 6 or max_options < 0:
        raise ValueError("out of range")

    def saving(option):
        before = stage_ms[option["stage"]]
        return round(before - before / option["factor"] - option["overhead_ms"], 9)

    taken = {}
    for option in sorted(options, key=lambda o: (-saving(o), o["name"])):
        if saving(option) > 0 and len(taken) < max_options:
            taken.setdefault(option["stage"], option["name"])
    return frozenset(taken.values())
