"""Expect: ex=ERROR prop=ERROR err=PASSED trace=ERROR

matmul_flat refuses a size of 0, which is allowed, and linear calls it.
"""

_multiply = matmul_flat


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    if 0 in (M, N, K):
        raise ValueError("nothing to multiply")
    _multiply(a, b, c, M, N, K)
