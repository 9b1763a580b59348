"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Every matrix is taken for square.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    right_gemm_flop(M, N, K, convention)
    return right_gemm_flop(M, M, M, convention)
