"""Expect: ex=PASSED prop=PASSED err=PASSED

Arrays throughout; returns NumPy scalars.
"""

import numpy as np


def checked(stage_ms):
    times = np.asarray(stage_ms, dtype=float)
    if times.size == 0 or not np.isfinite(times).all() or (times < 0).any() or times.sum() == 0:
        raise ValueError("bad times")
    return times


def staged_total_ms(stage_ms, factor):
    times, factors = checked(stage_ms), np.asarray(factor, dtype=float)
    if times.shape != factors.shape or np.isnan(factors).any() or factors.min() <= 0:
        raise ValueError("bad factors")
    return (times / factors).sum()


def overall_speedup(stage_ms, factor):
    after = staged_total_ms(stage_ms, factor)
    with np.errstate(divide="ignore"):
        return np.sum(stage_ms) / after


def speedup_ceiling(stage_ms, accelerated):
    stays = np.ones(len(checked(stage_ms)), dtype=bool)
    for index in accelerated:
        if index not in range(stays.size):
            raise ValueError("bad index")
        stays[index] = False
    with np.errstate(divide="ignore"):
        return np.sum(stage_ms) / checked(stage_ms)[stays].sum()
