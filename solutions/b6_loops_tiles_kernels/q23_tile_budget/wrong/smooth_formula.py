"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Solves the formula without the ceiling for T and rounds up.
"""


def smallest_tile_for(N, itemsize, ridge):
    _demand_at_least(1, N, itemsize)
    _demand_positive(ridge)
    inverse = 1 / (itemsize * ridge) - 1 / (2 * N)
    T = math.ceil(1 / inverse) if inverse > 0 else N + 1
    return T if T <= N else None
