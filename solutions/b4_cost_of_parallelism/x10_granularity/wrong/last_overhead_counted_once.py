"""Expect: ex=WRONG prop=WRONG err=PASSED

Only one overhead is taken for busy time.
"""


def idle_total(costs, workers, chunk, overhead):
    ends = _finishes(costs, workers, chunk, overhead)
    return workers * max(ends) - sum(costs) - overhead
