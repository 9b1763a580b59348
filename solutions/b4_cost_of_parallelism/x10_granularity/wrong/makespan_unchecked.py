"""Expect: ex=PASSED prop=PASSED err=WRONG

chunk_makespan computes with whatever it gets.
"""


def chunk_makespan(costs, workers, chunk, overhead):
    free_at = [0] * max(1, workers)
    for start in range(0, len(costs), max(1, chunk)):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + max(1, chunk)])
    return max(free_at)
