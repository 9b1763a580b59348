"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts full blocks only and forgets those at the edges.
"""


def _ceil(a, b):
    return a // b
