"""Expect: ex=ERROR prop=ERROR err=PASSED

Divides by the time after even if it is 0.
"""


def overall_speedup(stage_ms, factor):
    return math.fsum(stage_ms) / staged_total_ms(stage_ms, factor)


def speedup_ceiling(stage_ms, accelerated):
    demand_times(stage_ms)
    if not all(0 <= i < len(stage_ms) for i in accelerated):
        raise ValueError("an index is out of range")
    return math.fsum(stage_ms) / math.fsum(
        t for i, t in enumerate(stage_ms) if i not in accelerated
    )
