"""Expect: ex=PASSED prop=PASSED err=PASSED

Counts in NumPy integers, and multiplies element by element in Python.
"""


def tile_loads(tm, tn, K):
    if min(tm, tn) < 1 or K < 0:
        raise ValueError("out of range")
    return np.int64(K) * tm + np.int64(K) * tn


def per_output_loads(tm, tn, K):
    return tm * tn * tile_loads(1, 1, K) if min(tm, tn) >= 1 else tile_loads(tm, tn, K)


def tile_steps(A, B, i0, j0, tm, tn, tk):
    _demand_block(A, B, i0, j0, tm, tn, tk)
    i1, j1 = min(i0 + tm, A.shape[0]), min(j0 + tn, B.shape[1])
    K = A.shape[1]
    return tuple(
        np.array(
            [
                [
                    sum(int(A[i, k]) * int(B[k, j]) for k in range(min(k0 + tk, K)))
                    for j in range(j0, j1)
                ]
                for i in range(i0, i1)
            ],
            np.int64,
        )
        for k0 in range(0, K, tk)
    )
