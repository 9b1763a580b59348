"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Refuses every call, valid ones too.
"""


def matmul_flat(a, b, c, M, N, K):
    raise ValueError


def linear(x, weight, bias=None):
    raise ValueError
