"""Expect: ex=PASSED prop=PASSED err=WRONG

idle_total computes with whatever it gets.
"""


def idle_total(costs, workers, chunk, overhead):
    free_at = [0] * max(1, workers)
    for start in range(0, len(costs), max(1, chunk)):
        first = free_at.index(min(free_at))
        free_at[first] += overhead + sum(costs[start : start + max(1, chunk)])
    return sum(max(free_at) - end for end in free_at)
