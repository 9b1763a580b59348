"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Anything that is not fma2 counts as exact.
"""


def gemm_flop(M, N, K, convention):
    if min(M, N, K) < 0:
        raise ValueError
    return 2 * M * N * K if convention == "fma2" or K == 0 else M * N * (2 * K - 1)
