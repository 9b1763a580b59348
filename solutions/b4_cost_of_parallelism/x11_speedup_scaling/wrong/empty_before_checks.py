"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Where K is 0 the convention is not looked at.
"""


def gemm_flop(M, N, K, convention):
    if min(M, N, K) < 0:
        raise ValueError
    if K == 0:
        return 0
    if convention not in ("fma2", "exact"):
        raise ValueError
    return 2 * M * N * K if convention == "fma2" or K == 0 else M * N * (2 * K - 1)
