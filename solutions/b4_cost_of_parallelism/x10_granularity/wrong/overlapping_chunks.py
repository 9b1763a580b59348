"""Expect: ex=WRONG prop=WRONG err=PASSED

Chunks overlap by an item: the slice ends one too late.
"""


def checked(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")


def _finishes(costs, workers, chunk, overhead):
    checked(costs, workers, chunk, overhead)
    free_at = [0] * workers
    for start in range(0, len(costs), chunk):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + chunk + 1])
    return free_at
