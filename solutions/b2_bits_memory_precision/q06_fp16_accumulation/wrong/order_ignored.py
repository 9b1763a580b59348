"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds from left to right whatever the order.
"""


def add_pairwise(terms, fmt):
    return add_left(terms, fmt)
