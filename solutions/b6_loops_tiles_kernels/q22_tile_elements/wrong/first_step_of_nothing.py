"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns a block of zeros where there is no step.
"""

_none_of_nothing = tile_steps


def tile_steps(A, B, i0, j0, tm, tn, tk):
    steps = _none_of_nothing(A, B, i0, j0, tm, tn, tk)
    rows, columns = len(A[i0 : i0 + tm]), B[:, j0 : j0 + tn].shape[1]
    return steps or [np.zeros((rows, columns), np.int64)]
