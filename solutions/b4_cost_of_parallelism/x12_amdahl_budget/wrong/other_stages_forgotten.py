"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds only the stages that have an option.
"""

right_total = plan_total_ms


def plan_total_ms(stage_ms, chosen):
    named = {option["stage"] for option in chosen}
    return right_total(stage_ms, chosen) - sum(
        t for stage, t in stage_ms.items() if stage not in named
    )
