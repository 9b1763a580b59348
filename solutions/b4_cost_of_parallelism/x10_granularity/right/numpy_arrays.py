"""Expect: ex=PASSED prop=PASSED err=PASSED

NumPy throughout: padded rows, argmin, NumPy integers returned.
"""

import numpy as np


def _ends(costs, workers, chunk, overhead):
    costs = np.asarray(costs, dtype=np.int64)
    if costs.size == 0 or (costs < 0).any() or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")
    rows = np.pad(costs, (0, -costs.size % chunk)).reshape(-1, chunk)
    free_at = np.zeros(workers, dtype=np.int64)
    for work in rows.sum(axis=1) + overhead:
        free_at[free_at.argmin()] += work
    return free_at


def chunk_makespan(costs, workers, chunk, overhead):
    return _ends(costs, workers, chunk, overhead).max()


def best_chunk(costs, workers, overhead):
    if len(costs) == 0:
        raise ValueError("no items")
    sizes = np.arange(1, len(costs) + 1)
    times = [chunk_makespan(costs, workers, int(size), overhead) for size in sizes]
    return sizes[np.argmin(times)]


def idle_total(costs, workers, chunk, overhead):
    ends = _ends(costs, workers, chunk, overhead)
    return (ends.max() - ends).sum()
