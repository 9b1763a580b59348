"""Expect: ex=PASSED prop=PASSED err=PASSED

Counts in Fraction and returns it; the total starts from the sum and subtracts savings.
"""

from fractions import Fraction


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    for number in (t1_ms, s, target_ms, overhead_ms):
        if not math.isfinite(number) or number < 0:
            raise ValueError("out of range")
    if t1_ms == 0 or target_ms == 0 or s > 1:
        raise ValueError("out of range")
    t1, share, target, cost = map(Fraction, (t1_ms, s, target_ms, overhead_ms))
    if target >= (t1 + cost) * (1 - Fraction(1, 10**9)):
        return Fraction(1)
    left = target - share * t1 - cost
    return None if left <= target / 10**9 else (1 - share) * t1 / left


def plan_total_ms(stage_ms, chosen):
    demand_options(stage_ms, chosen)
    total = sum(Fraction(t) for t in stage_ms.values())
    seen = []
    for option in chosen:
        if option["stage"] in seen:
            raise ValueError("two options for one stage")
        seen.append(option["stage"])
        before = Fraction(stage_ms[option["stage"]])
        instant = option["factor"] == math.inf
        after = Fraction(0) if instant else before / Fraction(option["factor"])
        total += after - before + Fraction(option["overhead_ms"])
    return total
