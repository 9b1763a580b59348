"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Takes M for the length of a row of C.
"""

_innermost = inner_strides


def inner_strides(order, M, N, K):
    strides = _innermost(order, M, N, K)
    return strides | ({"C": M} if order[-1] == "i" else {})
