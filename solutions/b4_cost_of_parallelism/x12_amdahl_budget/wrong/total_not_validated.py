"""Expect: ex=PASSED prop=PASSED err=WRONG

plan_total_ms computes with whatever it gets.
"""


def plan_total_ms(stage_ms, chosen):
    times = dict(stage_ms)
    for option in chosen:
        times[option["stage"]] /= option["factor"]
    return sum(times.values()) + sum(option["overhead_ms"] for option in chosen)
