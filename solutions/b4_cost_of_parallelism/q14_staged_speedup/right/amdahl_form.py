"""Expect: ex=PASSED prop=PASSED err=PASSED

Shares of the baseline's time: s + Σ (1 − s)/p, Amdahl's form with one term for each stage.
"""


def shares(stage_ms):
    demand_times(stage_ms)
    total = sum(stage_ms)
    return [t / total for t in stage_ms]


def relative_time(stage_ms, factor):
    parts = shares(stage_ms)
    if len(parts) != len(factor):
        raise ValueError("lengths differ")
    if any(math.isnan(f) or f <= 0 for f in factor):
        raise ValueError("bad factor")
    s = sum(part for part, f in zip(parts, factor, strict=True) if f == 1)
    return s + sum(part / p for part, p in zip(parts, factor, strict=True) if p != 1)


def staged_total_ms(stage_ms, factor):
    return sum(stage_ms) * relative_time(stage_ms, factor)


def overall_speedup(stage_ms, factor):
    left = relative_time(stage_ms, factor)
    return 1 / left if left else float("inf")


def speedup_ceiling(stage_ms, accelerated):
    demand_times(stage_ms)
    if accelerated and (min(accelerated) < 0 or max(accelerated) >= len(stage_ms)):
        raise ValueError("no such stage")
    s = 1 - sum(stage_ms[i] for i in accelerated) / sum(stage_ms)
    return 1 / s if s else float("inf")
