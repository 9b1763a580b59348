"""Expect: ex=PASSED prop=PASSED err=WRONG

speedup_ceiling computes with whatever it gets.
"""


def speedup_ceiling(stage_ms, accelerated):
    left = sum(t for i, t in enumerate(stage_ms) if i not in accelerated)
    return sum(stage_ms) / left if left else math.inf
