"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

exact saves MK instead of MN.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return 2 * M * N * K - M * K if convention == "exact" else value
