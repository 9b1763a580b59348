"""Expect: ex=PASSED prop=PASSED err=WRONG

Reads −1 as the last stage, as Python does.
"""


def speedup_ceiling(stage_ms, accelerated):
    demand_times(stage_ms)
    left = list(stage_ms)
    for i in accelerated:
        if i >= len(stage_ms):
            raise ValueError("an index is out of range")
        left[i] = 0.0
    return math.fsum(stage_ms) / math.fsum(left) if any(left) else math.inf
