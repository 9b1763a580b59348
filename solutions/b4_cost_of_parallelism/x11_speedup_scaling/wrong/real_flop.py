"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Counted in floats: wrong kind, and no longer exact beyond 2**53.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return float(value)
