"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

MN(2K - 1) for K = 0, too.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return M * N * (2 * K - 1) if convention == "exact" else value
