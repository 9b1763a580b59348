"""Expect: ex=WRONG prop=WRONG err=PASSED

Chunks are dealt out in turn, whoever is free.
"""


def checked(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")


def _finishes(costs, workers, chunk, overhead):
    checked(costs, workers, chunk, overhead)
    free_at = [0] * workers
    for turn, start in enumerate(range(0, len(costs), chunk)):
        free_at[turn % workers] += overhead + sum(costs[start : start + chunk])
    return free_at
