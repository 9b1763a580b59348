"""Expect: ex=PASSED prop=PASSED err=WRONG

Negative costs are accepted.
"""


def _finishes(costs, workers, chunk, overhead):
    if not costs or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")
    free_at = [0] * workers
    for start in range(0, len(costs), chunk):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + chunk])
    return free_at
