"""Expect: ex=WRONG prop=WRONG err=PASSED

Chunks are sorted, the longest first.
"""


def checked(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")


def _finishes(costs, workers, chunk, overhead):
    checked(costs, workers, chunk, overhead)
    free_at = [0] * workers
    work = [sum(costs[start : start + chunk]) for start in range(0, len(costs), chunk)]
    for each in sorted(work, reverse=True):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + each
    return free_at
