"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

In GFLOP.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return value // 10**9
