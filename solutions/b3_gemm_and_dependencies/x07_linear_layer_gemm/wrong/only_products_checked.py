"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

matmul_flat compares numbers of elements: -2 times -3 passes for 6.
"""


def _demand_flat(a, b, c, M, N, K):
    if a.size != M * K or b.size != K * N or c.size != M * N:
        raise ValueError("a, b and c need M·K, K·N and M·N elements")
