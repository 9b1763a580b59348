"""Expect: ex=WRONG prop=WRONG err=PASSED

Takes out the longest accelerated stage only.
"""

right_ceiling = speedup_ceiling


def speedup_ceiling(stage_ms, accelerated):
    right_ceiling(stage_ms, accelerated)
    longest = max(accelerated, key=lambda i: stage_ms[i], default=None)
    return right_ceiling(stage_ms, {longest} - {None})
