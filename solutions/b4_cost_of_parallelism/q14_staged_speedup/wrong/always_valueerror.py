"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call.
"""


def staged_total_ms(stage_ms, factor):
    raise ValueError("no")


def overall_speedup(stage_ms, factor):
    raise ValueError("no")


def speedup_ceiling(stage_ms, accelerated):
    raise ValueError("no")
