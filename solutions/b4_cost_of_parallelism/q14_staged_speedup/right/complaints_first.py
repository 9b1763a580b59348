"""Expect: ex=PASSED prop=PASSED err=PASSED

Collects complaints before it counts; divides and catches ZeroDivisionError where nothing is left.
"""

from itertools import starmap
from operator import truediv


def staged_total_ms(stage_ms, factor):
    def walk(i):
        return 0.0 if i == len(stage_ms) else walk(i + 1) + stage_ms[i] / factor[i]

    complaints = (
        len(stage_ms) != len(factor),
        not any(stage_ms),
        *(not 0 <= t < math.inf for t in stage_ms),
        *(not f > 0 for f in factor),
    )
    if any(complaints):
        raise ValueError("bad stages or factors")
    return walk(0)


def overall_speedup(stage_ms, factor):
    before, after = starmap(staged_total_ms, [(stage_ms, [1] * len(stage_ms)), (stage_ms, factor)])
    try:
        return truediv(before, after)
    except ZeroDivisionError:
        return math.inf


def speedup_ceiling(stage_ms, accelerated):
    if not set(accelerated) <= set(range(len(stage_ms))):
        raise ValueError("no such stage")
    return overall_speedup(
        stage_ms, [(1, math.inf)[i in accelerated] for i in range(len(stage_ms))]
    )
