"""Expect: ex=PASSED prop=PASSED err=WRONG

staged_total_ms computes with whatever it gets.
"""

right_total = staged_total_ms


def staged_total_ms(stage_ms, factor):
    return sum(stage_ms[i] / factor[i] for i in range(len(factor)))


def overall_speedup(stage_ms, factor):
    after = right_total(stage_ms, factor)
    return math.fsum(stage_ms) / after if after > 0 else math.inf
