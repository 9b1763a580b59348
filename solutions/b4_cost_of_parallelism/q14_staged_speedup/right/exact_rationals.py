"""Expect: ex=PASSED prop=PASSED err=PASSED

Counts in Fraction and returns it; the ceiling subtracts the accelerated time from the total.
"""

from fractions import Fraction


def staged_total_ms(stage_ms, factor):
    demand_times(stage_ms)
    if len(factor) != len(stage_ms):
        raise ValueError("lengths differ")
    total = Fraction(0)
    for t, f in zip(stage_ms, factor, strict=True):
        if not f > 0:
            raise ValueError("bad factor")
        if f != math.inf:
            total += Fraction(t) / Fraction(f)
    return total


def overall_speedup(stage_ms, factor):
    total = staged_total_ms(stage_ms, factor)
    return sum(map(Fraction, stage_ms)) / total if total else math.inf


def speedup_ceiling(stage_ms, accelerated):
    demand_times(stage_ms)
    if not accelerated <= set(range(len(stage_ms))):
        raise ValueError("bad index")
    total = sum(map(Fraction, stage_ms))
    left = total - sum(Fraction(stage_ms[i]) for i in accelerated)
    return total / left if left else math.inf
