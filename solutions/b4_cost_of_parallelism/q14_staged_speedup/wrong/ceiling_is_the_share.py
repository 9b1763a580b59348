"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns the share of the time that can be accelerated, 0.8.
"""

right_ceiling = speedup_ceiling


def speedup_ceiling(stage_ms, accelerated):
    right_ceiling(stage_ms, accelerated)
    return math.fsum(stage_ms[i] for i in accelerated) / math.fsum(stage_ms)
