"""Expect: ex=PASSED prop=PASSED err=PASSED

Goes through the stages and keeps the best plan for each number of options.
"""


def best_plan(stage_ms, options, max_options):
    demand_options(stage_ms, options)
    if len(options) > 6 or max_options < 0:
        raise ValueError("out of range")
    best = {0: (0.0, [])}
    for stage, t in stage_ms.items():
        ways = [(t, [])] + [
            (t / option["factor"] + option["overhead_ms"], [option["name"]])
            for option in options
            if option["stage"] == stage
        ]
        longer = {}
        for used, (total, names) in best.items():
            for more, name in ways:
                count = used + len(name)
                plan = (round(total + more, 9), sorted(names + name))
                if count <= max_options and (count not in longer or plan < longer[count]):
                    longer[count] = plan
        best = longer
    _, _, names = min((total, n, names) for n, (total, names) in best.items())
    return set(names)
