"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Lets k run the other way where it is not the innermost loop.
"""

_upwards = k_sequence


def k_sequence(order, i, j, M, N, K):
    ks = _upwards(order, i, j, M, N, K)
    return ks if order[-1] == "k" else ks[::-1]
