"""Expect: ex=WRONG prop=WRONG err=PASSED

The end of the chunk taken last, though another may end later.
"""


def chunk_makespan(costs, workers, chunk, overhead):
    free_at = [0] * len(_finishes(costs, workers, chunk, overhead))
    for start in range(0, len(costs), chunk):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + chunk])
    return free_at[first]
