"""Expect: ex=WRONG prop=WRONG err=PASSED

Lets the stages in `accelerated` stay and makes all the others instant.
"""

right_ceiling = speedup_ceiling


def speedup_ceiling(stage_ms, accelerated):
    right_ceiling(stage_ms, accelerated)
    return right_ceiling(stage_ms, set(range(len(stage_ms))) - set(accelerated))
