"""Expect: ex=WRONG prop=WRONG err=PASSED

A worker that never got a chunk does not count.
"""


def idle_total(costs, workers, chunk, overhead):
    ends = _finishes(costs, workers, chunk, overhead)
    return sum(max(ends) - end for end in ends if end)
