"""Expect: ex=ERROR prop=ERROR err=ERROR claim=ERROR

Refuses every call, valid ones too.
"""


def k_sequence(order, i, j, M, N, K):
    raise ValueError


def inner_strides(order, M, N, K):
    raise ValueError


def same_bits_guaranteed(change):
    raise ValueError
