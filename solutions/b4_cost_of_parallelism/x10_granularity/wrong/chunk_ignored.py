"""Expect: ex=WRONG prop=WRONG err=PASSED

Items are always taken one at a time.
"""


def checked(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")


def _finishes(costs, workers, chunk, overhead):
    checked(costs, workers, chunk, overhead)
    free_at = [0] * workers
    for cost in costs:
        first = free_at.index(min(free_at))
        free_at[first] += overhead + cost
    return free_at
