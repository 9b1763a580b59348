"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Only a negative result is refused: two negative sizes pass.
"""


def gemm_flop(M, N, K, convention):
    if convention not in ("fma2", "exact") or M * N * K < 0:
        raise ValueError
    return 2 * M * N * K if convention == "fma2" or K == 0 else M * N * (2 * K - 1)
