"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers 1.0 to everything.
"""


def staged_total_ms(stage_ms, factor):
    return 1.0


def overall_speedup(stage_ms, factor):
    return 1.0


def speedup_ceiling(stage_ms, accelerated):
    return 1.0
