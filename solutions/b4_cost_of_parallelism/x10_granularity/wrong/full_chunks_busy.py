"""Expect: ex=WRONG prop=WRONG err=PASSED

The number of chunks is rounded down.
"""


def idle_total(costs, workers, chunk, overhead):
    ends = _finishes(costs, workers, chunk, overhead)
    return workers * max(ends) - sum(costs) - overhead * (len(costs) // chunk)
