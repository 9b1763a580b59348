"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Rounds the root to the nearest T, up as well as down.
"""


def largest_tile(budget_bytes, itemsize):
    _demand_at_least(0, budget_bytes)
    _demand_at_least(1, itemsize)
    return round(math.sqrt(budget_bytes / (3 * itemsize)))
