"""Expect: ex=WRONG prop=WRONG err=PASSED

Reads the old values of C before they are overwritten.
"""

_overwritten = _product_elems


def _product_elems(op, M, N, K, dims):
    return _overwritten(op, M, N, K, dims) + M * N
