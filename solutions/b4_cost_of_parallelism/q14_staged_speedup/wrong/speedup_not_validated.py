"""Expect: ex=PASSED prop=PASSED err=WRONG

overall_speedup computes with whatever it gets.
"""


def overall_speedup(stage_ms, factor):
    after = sum(stage_ms[i] / factor[i] for i in range(len(factor)))
    return sum(stage_ms) / after if after else math.inf
