"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes the share of stages that stay, not their share of the time.
"""

right_ceiling = speedup_ceiling


def speedup_ceiling(stage_ms, accelerated):
    right_ceiling(stage_ms, accelerated)
    left = len(stage_ms) - len(accelerated)
    return len(stage_ms) / left if left else math.inf
