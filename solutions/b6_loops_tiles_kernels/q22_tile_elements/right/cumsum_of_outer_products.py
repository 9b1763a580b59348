"""Expect: ex=PASSED prop=PASSED err=PASSED

Adds up one outer product for each k with np.cumsum and picks every tk-th sum, as one array.
"""


def tile_steps(A, B, i0, j0, tm, tn, tk):
    _demand_block(A, B, i0, j0, tm, tn, tk)
    columns = A[i0 : i0 + tm].T.astype(np.int64)
    rows = B[:, j0 : j0 + tn].astype(np.int64)
    sums = np.cumsum(columns[:, :, None] * rows[:, None, :], axis=0)
    K = len(rows)
    return sums[[min(k0 + tk, K) - 1 for k0 in range(0, K, tk)]]
