"""Expect: ex=ERROR prop=ERROR err=PASSED claim=PASSED

Sizes of 0 are refused.
"""


def gemm_flop(M, N, K, convention):
    if min(M, N, K) < 1 or convention not in ("fma2", "exact"):
        raise ValueError
    return 2 * M * N * K if convention == "fma2" or K == 0 else M * N * (2 * K - 1)
