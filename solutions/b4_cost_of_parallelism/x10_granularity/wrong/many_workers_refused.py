"""Expect: ex=ERROR prop=ERROR err=PASSED

More workers than items are refused.
"""

right_finishes = _finishes


def _finishes(costs, workers, chunk, overhead):
    if workers > len(costs):
        raise ValueError("too many workers")
    return right_finishes(costs, workers, chunk, overhead)
