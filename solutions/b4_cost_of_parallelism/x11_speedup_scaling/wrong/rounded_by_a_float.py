"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Counted in floats and turned back: large counts are off.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    value = right_gemm_flop(M, N, K, convention)
    return int(2.0 * M * N * K) if convention == "fma2" else value
