"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Counted in 32 bits.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return (value + 2**31) % 2**32 - 2**31
