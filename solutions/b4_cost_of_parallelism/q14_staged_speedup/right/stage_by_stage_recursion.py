"""Expect: ex=PASSED prop=PASSED err=PASSED

Takes the stages one at a time, recursively; the ceiling is a speedup with infinite factors.
"""


def staged_total_ms(stage_ms, factor):
    demand_times(stage_ms)
    return rest_ms(list(stage_ms), list(factor))


def rest_ms(times, factors):
    if not times and not factors:
        return 0.0
    if not times or not factors or math.isnan(factors[0]) or factors[0] <= 0:
        raise ValueError("a factor is missing, left over or not positive")
    return times[0] / factors[0] + rest_ms(times[1:], factors[1:])


def speedup_ceiling(stage_ms, accelerated):
    factor = [1.0 for _ in stage_ms]
    for i in accelerated:
        if i < 0 or i >= len(factor):
            raise ValueError("no such stage")
        factor[i] = math.inf
    return overall_speedup(stage_ms, factor)
