"""Expect: ex=PASSED prop=PASSED err=WRONG

best_chunk tries the sizes without looking at the items: without any, min has nothing to choose.
"""


def best_chunk(costs, workers, overhead):
    def makespan(chunk):
        free_at = [0] * workers
        for start in range(0, len(costs), chunk):
            first = free_at.index(min(free_at))
            free_at[first] += overhead + sum(costs[start : start + chunk])
        return max(free_at)

    return [makespan(chunk) for chunk in range(1, len(costs) + 1)].index(
        min(makespan(chunk) for chunk in range(1, len(costs) + 1))
    ) + 1
