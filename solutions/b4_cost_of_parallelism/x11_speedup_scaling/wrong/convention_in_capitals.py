"""Expect: ex=PASSED prop=PASSED err=WRONG claim=PASSED

Capitals are accepted.
"""


def gemm_flop(M, N, K, convention):
    if min(M, N, K) < 0 or convention.lower() not in ("fma2", "exact"):
        raise ValueError
    convention = convention.lower()
    return 2 * M * N * K if convention == "fma2" or K == 0 else M * N * (2 * K - 1)
