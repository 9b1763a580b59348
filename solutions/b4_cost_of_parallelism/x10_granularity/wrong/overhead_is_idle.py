"""Expect: ex=WRONG prop=WRONG err=PASSED

Time spent on overhead counts as idle.
"""


def idle_total(costs, workers, chunk, overhead):
    ends = _finishes(costs, workers, chunk, overhead)
    return workers * max(ends) - sum(costs)
