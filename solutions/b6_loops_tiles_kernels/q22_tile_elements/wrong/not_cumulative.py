"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns what each step adds instead of the sum so far.
"""

import itertools

_cumulative = tile_steps


def tile_steps(A, B, i0, j0, tm, tn, tk):
    steps = _cumulative(A, B, i0, j0, tm, tn, tk)
    return steps[:1] + [after - before for before, after in itertools.pairwise(steps)]
