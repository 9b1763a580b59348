"""Expect: ex=ERROR prop=ERROR err=PASSED

Costs and overheads of 0 are refused.
"""

right_finishes = _finishes


def _finishes(costs, workers, chunk, overhead):
    if (costs and min(costs) == 0) or overhead == 0:
        raise ValueError("must be above 0")
    return right_finishes(costs, workers, chunk, overhead)
