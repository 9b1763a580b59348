"""Expect: ex=WRONG prop=WRONG err=PASSED

Counts full blocks only and forgets those at the edges.
"""


def _ceil(size, tile):
    return size // tile
