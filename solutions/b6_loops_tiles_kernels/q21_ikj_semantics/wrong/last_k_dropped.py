"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Stops one k early.
"""

_upwards = k_sequence


def k_sequence(order, i, j, M, N, K):
    return _upwards(order, i, j, M, N, K)[:-1]
