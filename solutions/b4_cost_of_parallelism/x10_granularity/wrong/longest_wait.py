"""Expect: ex=WRONG prop=WRONG err=PASSED

The longest wait of one worker instead of all together.
"""


def idle_total(costs, workers, chunk, overhead):
    ends = _finishes(costs, workers, chunk, overhead)
    return max(ends) - min(ends)
