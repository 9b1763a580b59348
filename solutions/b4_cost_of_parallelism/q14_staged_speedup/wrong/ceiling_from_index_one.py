"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts the stages from 1.
"""

right_ceiling = speedup_ceiling


def speedup_ceiling(stage_ms, accelerated):
    right_ceiling(stage_ms, accelerated)
    left = math.fsum(t for i, t in enumerate(stage_ms, start=1) if i not in accelerated)
    return math.fsum(stage_ms) / left if left > 0 else math.inf
