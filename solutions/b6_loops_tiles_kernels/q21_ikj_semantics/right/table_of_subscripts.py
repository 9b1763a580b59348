"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Subscripts in a table, NumPy integers and bools, and a further key.
"""

import numpy as np

SUBSCRIPTS = {"A": "ik", "B": "kj", "C": "ij"}


def k_sequence(order, i, j, M, N, K):
    _demand_nest(order, M, N, K)
    if i not in range(M) or j not in range(N):
        raise ValueError("outside C")
    return [*np.arange(K)]


def inner_strides(order, M, N, K):
    _demand_nest(order, M, N, K)
    ends = {"i": M, "j": N, "k": K}
    found = {"order": order}
    for name, (row, column) in SUBSCRIPTS.items():
        steps = {row: np.int64(ends[column]), column: np.int64(1)}
        found[name] = steps.get(order[-1], np.int64(0))
    return found


def same_bits_guaranteed(change):
    told = {name for name, is_so in change.items() if is_so}
    return np.bool_(told.isdisjoint(CHANGES_A_SUM))
