"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

fma2 and exact the wrong way round.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    right_gemm_flop(M, N, K, convention)
    return right_gemm_flop(M, N, K, "exact" if convention == "fma2" else "fma2")
