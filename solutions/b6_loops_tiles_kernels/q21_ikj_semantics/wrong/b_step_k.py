"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Takes K for the length of a row of B.
"""

_innermost = inner_strides


def inner_strides(order, M, N, K):
    strides = _innermost(order, M, N, K)
    return strides | ({"B": K} if order[-1] == "k" else {})
