"""Expect: ex=WRONG prop=WRONG err=PASSED

A chunk holds every n-th item instead of consecutive ones.
"""


def checked(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")


def _finishes(costs, workers, chunk, overhead):
    checked(costs, workers, chunk, overhead)
    count = -(-len(costs) // chunk)
    free_at = [0] * workers
    for number in range(count):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[number::count])
    return free_at
