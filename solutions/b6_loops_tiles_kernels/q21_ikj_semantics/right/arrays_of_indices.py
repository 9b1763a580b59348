"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

The whole nest as NumPy arrays of indices; the k that are selected stay an array.
"""

import numpy as np


def k_sequence(order, i, j, M, N, K):
    _demand_nest(order, M, N, K)
    if not (0 <= i < M and 0 <= j < N):
        raise ValueError("outside C")
    ends = {"i": M, "j": N, "k": K}
    steps = np.indices([ends[name] for name in order]).reshape(3, -1)
    at = dict(zip(order, steps, strict=True))
    return at["k"][(at["i"] == i) & (at["j"] == j)]


def inner_strides(order, M, N, K):
    _demand_nest(order, M, N, K)
    per_index = np.array([[K, 0, 1], [0, 1, N], [N, 1, 0]])
    return dict(zip("ABC", per_index[:, "ijk".index(order[2])], strict=True))


def same_bits_guaranteed(change):
    return not np.any([change.get(name, False) for name in CHANGES_A_SUM])
