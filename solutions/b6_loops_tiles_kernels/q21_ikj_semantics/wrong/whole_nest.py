"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Lists k for every step of the nest, not for this C[i, j].
"""

from itertools import product

_upwards = k_sequence


def k_sequence(order, i, j, M, N, K):
    _upwards(order, i, j, M, N, K)
    ends = {"i": M, "j": N, "k": K}
    steps = product(*(range(ends[name]) for name in order))
    return [step[order.index("k")] for step in steps]
