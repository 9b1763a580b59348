"""Expect: ex=PASSED prop=PASSED err=WRONG

Without workers one is assumed.
"""

right_finishes = _finishes


def _finishes(costs, workers, chunk, overhead):
    return right_finishes(costs, max(1, workers), chunk, overhead)
