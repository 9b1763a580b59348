"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

exact saves a single sum in all, not one for each output.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return max(0, 2 * M * N * K - 1) if convention == "exact" else value
