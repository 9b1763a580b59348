"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

A multiply-add counts 1 in fma2.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return M * N * K if convention == "fma2" else value
