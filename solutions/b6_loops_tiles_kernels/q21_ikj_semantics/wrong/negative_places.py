"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Lets negative indices count from the end.
"""

_upwards = k_sequence


def k_sequence(order, i, j, M, N, K):
    return _upwards(order, i % M if i < 0 else i, j % N if j < 0 else j, M, N, K)
