"""Expect: ex=WRONG prop=WRONG err=PASSED

The wait of a worker on average.
"""


def idle_total(costs, workers, chunk, overhead):
    ends = _finishes(costs, workers, chunk, overhead)
    return sum(max(ends) - end for end in ends) // workers
