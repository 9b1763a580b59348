"""Expect: ex=PASSED prop=PASSED err=WRONG

A chunk of 0 items or less is taken for all of them.
"""

right_finishes = _finishes


def _finishes(costs, workers, chunk, overhead):
    return right_finishes(costs, workers, chunk if chunk > 0 else len(costs) or 1, overhead)
