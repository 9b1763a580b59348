"""Expect: ex=PASSED prop=PASSED err=PASSED

Counts through all sets of options as the bits of a number; NumPy arrays in, NumPy scalars out.
"""

import numpy as np


def required_factor(t1_ms, s, target_ms, overhead_ms=0.0):
    numbers = np.array([t1_ms, s, target_ms, overhead_ms], dtype=float)
    if not np.isfinite(numbers).all() or (numbers < 0).any() or 0 in (t1_ms, target_ms) or s > 1:
        raise ValueError("out of range")
    if target_ms >= (t1_ms + overhead_ms) * (1 - 1e-9):
        return np.float64(1)
    room = np.float64(target_ms) - (s * t1_ms + overhead_ms)
    return None if room <= 1e-9 * target_ms else (t1_ms - s * t1_ms) / room


def plan_total_ms(stage_ms, chosen):
    demand_options(stage_ms, chosen)
    names = list(stage_ms)
    times, costs = np.array([stage_ms[name] for name in names], dtype=float), np.float64(0)
    taken = np.zeros(len(names), dtype=bool)
    for option in chosen:
        i = names.index(option["stage"])
        if taken[i]:
            raise ValueError("two options for one stage")
        taken[i], times[i] = True, times[i] / option["factor"]
        costs = costs + option["overhead_ms"]
    return times.sum() + costs


def best_plan(stage_ms, options, max_options):
    demand_options(stage_ms, options)
    n = len(options)
    if n > 6 or max_options < 0:
        raise ValueError("out of range")
    times = np.array([stage_ms[o["stage"]] for o in options], dtype=float)
    factors = np.array([o["factor"] for o in options], dtype=float)
    costs = np.array([o["overhead_ms"] for o in options], dtype=float)
    saved = times - times / factors - costs
    ranked = []
    for mask in range(2**n):
        members = [i for i in range(n) if mask >> i & 1]
        if len(members) <= max_options and len({options[i]["stage"] for i in members}) == len(
            members
        ):
            total = round(float(sum(stage_ms.values()) - saved[members].sum()), 9)
            ranked.append((total, len(members), sorted(options[i]["name"] for i in members)))
    return frozenset(min(ranked)[2])
