"""Expect: ex=PASSED prop=WRONG err=PASSED claim=PASSED

Gives no stride where the innermost loop has only one step.
"""

_innermost = inner_strides


def inner_strides(order, M, N, K):
    ends = {"i": M, "j": N, "k": K}
    strides = _innermost(order, M, N, K)
    return strides if ends[order[-1]] > 1 else dict.fromkeys(strides, 0)
