"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

exact counts no sums.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return M * N * K if convention == "exact" else value
