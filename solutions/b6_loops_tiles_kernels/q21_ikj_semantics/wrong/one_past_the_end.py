"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Accepts i = M and j = N.
"""


def k_sequence(order, i, j, M, N, K):
    _demand_nest(order, M, N, K)
    if not (0 <= i <= M and 0 <= j <= N):
        raise ValueError("outside C")
    return list(range(K))
