"""Expect: ex=WRONG prop=WRONG err=PASSED

Says 0 where no time is left.
"""

right_speedup = overall_speedup
right_ceiling = speedup_ceiling


def overall_speedup(stage_ms, factor):
    speedup = right_speedup(stage_ms, factor)
    return 0.0 if speedup == math.inf else speedup


def speedup_ceiling(stage_ms, accelerated):
    ceiling = right_ceiling(stage_ms, accelerated)
    return 0.0 if ceiling == math.inf else ceiling
