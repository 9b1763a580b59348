"""Expect: ex=ERROR prop=ERROR err=PASSED

Refuses an empty set of stages.
"""

right_ceiling = speedup_ceiling


def speedup_ceiling(stage_ms, accelerated):
    if not accelerated:
        raise ValueError("no stage is accelerated")
    return right_ceiling(stage_ms, accelerated)
