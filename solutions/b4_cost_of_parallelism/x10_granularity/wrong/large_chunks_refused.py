"""Expect: ex=ERROR prop=ERROR err=PASSED

A chunk larger than the number of items is refused.
"""

right_finishes = _finishes


def _finishes(costs, workers, chunk, overhead):
    if chunk > len(costs):
        raise ValueError("chunk is too large")
    return right_finishes(costs, workers, chunk, overhead)
