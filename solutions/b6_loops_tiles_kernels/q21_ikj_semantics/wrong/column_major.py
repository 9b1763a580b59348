"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Stores the matrices column by column.
"""


def inner_strides(order, M, N, K):
    _demand_nest(order, M, N, K)
    return {
        "i": {"A": 1, "B": 0, "C": 1},
        "j": {"A": 0, "B": K, "C": M},
        "k": {"A": M, "B": 1, "C": 0},
    }[order[-1]]
