"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Lets C[i, j] begin with k = j where k is outside of j and come back to the rest.
"""

_upwards = k_sequence


def k_sequence(order, i, j, M, N, K):
    ks = _upwards(order, i, j, M, N, K)
    start = j % K if order.index("k") < order.index("j") else 0
    return ks[start:] + ks[:start]
