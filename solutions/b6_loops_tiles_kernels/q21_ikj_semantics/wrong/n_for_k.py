"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Lets k run as far as j does.
"""

_upwards = k_sequence


def k_sequence(order, i, j, M, N, K):
    _upwards(order, i, j, M, N, K)
    return list(range(N))
