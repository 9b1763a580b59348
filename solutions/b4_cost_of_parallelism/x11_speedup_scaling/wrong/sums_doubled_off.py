"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

exact saves a product and a sum for each output.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return M * N * max(0, 2 * K - 2) if convention == "exact" else value
