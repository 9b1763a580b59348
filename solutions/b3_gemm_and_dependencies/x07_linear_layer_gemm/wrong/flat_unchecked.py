"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

matmul_flat takes whatever comes.
"""


def _demand_flat(a, b, c, M, N, K):
    pass
