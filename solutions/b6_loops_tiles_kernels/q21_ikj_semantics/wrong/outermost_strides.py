"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Takes the first letter of the order for the innermost loop.
"""

_innermost = inner_strides


def inner_strides(order, M, N, K):
    return _innermost(order[::-1], M, N, K)
