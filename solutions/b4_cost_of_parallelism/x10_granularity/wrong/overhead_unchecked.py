"""Expect: ex=PASSED prop=PASSED err=WRONG

A negative overhead is accepted.
"""


def _finishes(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1:
        raise ValueError("out of range")
    free_at = [0] * workers
    for start in range(0, len(costs), chunk):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + chunk])
    return free_at
