"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Negative sizes are accepted.
"""


def gemm_flop(M, N, K, convention):
    if convention not in ("fma2", "exact"):
        raise ValueError
    return 2 * M * N * K if convention == "fma2" or K == 0 else M * N * (2 * K - 1)
