"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers the same to every call.
"""


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    return None


def plan_total_ms(stage_ms, chosen):
    return 27.5


def best_plan(stage_ms, options, max_options):
    return frozenset()
