"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call.
"""


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    raise ValueError("no")


def plan_total_ms(stage_ms, chosen):
    raise ValueError("no")


def best_plan(stage_ms, options, max_options):
    raise ValueError("no")
