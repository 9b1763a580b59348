"""Expect: ex=PASSED prop=PASSED err=WRONG

An index just beyond the last stage slips through: <= for <.
"""


def speedup_ceiling(stage_ms, accelerated):
    demand_times(stage_ms)
    if not all(0 <= i <= len(stage_ms) for i in accelerated):
        raise ValueError("an index is out of range")
    left = math.fsum(t for i, t in enumerate(stage_ms) if i not in accelerated)
    return math.fsum(stage_ms) / left if left > 0 else math.inf
