"""Expect: ex=WRONG prop=WRONG err=PASSED

Uses as many options as are allowed, whether they help or not.
"""

right_plan = best_plan


def best_plan(stage_ms, options, max_options):
    right_plan(stage_ms, options, max_options)
    plans = [
        plan
        for size in range(min(max_options, len(options)) + 1)
        for plan in combinations(options, size)
        if len({option["stage"] for option in plan}) == size
    ]
    return frozenset(
        option["name"]
        for option in min(
            plans,
            key=lambda plan: (
                -len(plan),
                round(plan_total_ms(stage_ms, plan), 9),
                sorted(option["name"] for option in plan),
            ),
        )
    )
