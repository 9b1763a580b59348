"""Expect: ex=WRONG prop=WRONG err=PASSED

A chunk whose items all cost 0 pays no overhead.
"""


def checked(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")


def _finishes(costs, workers, chunk, overhead):
    checked(costs, workers, chunk, overhead)
    free_at = [0] * workers
    for start in range(0, len(costs), chunk):
        first = free_at.index(min(free_at))
        work = sum(costs[start : start + chunk])
        free_at[first] += overhead + work if work else 0
    return free_at
