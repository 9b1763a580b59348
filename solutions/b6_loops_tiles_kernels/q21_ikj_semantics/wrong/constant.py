"""Expect: ex=WRONG prop=WRONG err=WRONG claim=WRONG

Answers the same to every call.
"""


def k_sequence(order, i, j, M, N, K):
    return [0, 1]


def inner_strides(order, M, N, K):
    return {"A": 1, "B": 3, "C": 1}


def same_bits_guaranteed(change):
    return False
