"""Expect: ex=WRONG prop=WRONG err=PASSED

`chunk` is taken for the number of chunks.
"""


def checked(costs, workers, chunk, overhead):
    if not costs or min(costs) < 0 or workers < 1 or chunk < 1 or overhead < 0:
        raise ValueError("out of range")


def _finishes(costs, workers, chunk, overhead):
    checked(costs, workers, chunk, overhead)
    size = -(-len(costs) // chunk)
    free_at = [0] * workers
    for start in range(0, len(costs), size):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + size])
    return free_at
