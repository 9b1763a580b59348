"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Returns N where no T reaches the ridge.
"""

_none_for_none = smallest_tile_for


def smallest_tile_for(N, itemsize, ridge):
    return _none_for_none(N, itemsize, ridge) or N
