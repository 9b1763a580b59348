"""Expect: ex=WRONG prop=WRONG err=PASSED

Multiplies in the type of the inputs and converts afterwards.
"""


def tile_steps(A, B, i0, j0, tm, tn, tk):
    _demand_block(A, B, i0, j0, tm, tn, tk)
    rows, columns = A[i0 : i0 + tm], B[:, j0 : j0 + tn]
    ends = [min(k0 + tk, A.shape[1]) for k0 in range(0, A.shape[1], tk)]
    return [(rows[:, :k] @ columns[:k]).astype(np.int64) for k in ends]
