"""Expect: ex=PASSED prop=PASSED err=WRONG

An index out of range ends in IndexError.
"""


def speedup_ceiling(stage_ms, accelerated):
    demand_times(stage_ms)
    left = list(stage_ms)
    for i in accelerated:
        if i < 0:
            raise ValueError("an index is out of range")
        left[i] = 0.0
    return math.fsum(stage_ms) / math.fsum(left) if any(left) else math.inf
