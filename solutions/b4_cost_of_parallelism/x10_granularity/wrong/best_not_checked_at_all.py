"""Expect: ex=PASSED prop=PASSED err=WRONG

best_chunk answers 1 where there is nothing to compare, and takes negative numbers.
"""


def best_chunk(costs, workers, overhead):
    best, earliest = 1, None
    for chunk in range(1, len(costs) + 1):
        free_at = [0] * max(1, workers)
        for start in range(0, len(costs), chunk):
            first = free_at.index(min(free_at))
            free_at[first] += overhead + sum(costs[start : start + chunk])
        if earliest is None or max(free_at) < earliest:
            best, earliest = chunk, max(free_at)
    return best
