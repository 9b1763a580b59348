"""Expect: ex=WRONG prop=WRONG err=PASSED

Puts the same array into the list at each step and goes on changing it.
"""


def tile_steps(A, B, i0, j0, tm, tn, tk):
    _demand_block(A, B, i0, j0, tm, tn, tk)
    rows, columns = A[i0 : i0 + tm].astype(np.int64), B[:, j0 : j0 + tn].astype(np.int64)
    block = np.zeros((rows.shape[0], columns.shape[1]), np.int64)
    steps = []
    for k0 in range(0, A.shape[1], tk):
        block += rows[:, k0 : k0 + tk] @ columns[k0 : k0 + tk]
        steps.append(block)
    return steps
