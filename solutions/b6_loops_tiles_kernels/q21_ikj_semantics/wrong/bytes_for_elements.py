"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Counts the bytes of FP32 instead of elements.
"""

_innermost = inner_strides


def inner_strides(order, M, N, K):
    return {name: 4 * step for name, step in _innermost(order, M, N, K).items()}
