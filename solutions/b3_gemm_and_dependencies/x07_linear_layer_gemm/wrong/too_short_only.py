"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

matmul_flat accepts arrays that are too long.
"""


def _demand_flat(a, b, c, M, N, K):
    if min(M, N, K) < 0 or a.size < M * K or b.size < K * N or c.size < M * N:
        raise ValueError("a, b or c is too short")
