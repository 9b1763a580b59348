"""Expect: ex=WRONG prop=WRONG err=PASSED claim=PASSED

Both conventions count 2MNK.
"""

right_gemm_flop = gemm_flop


def gemm_flop(M, N, K, convention):
    right_gemm_flop(M, N, K, convention)
    return 2 * M * N * K
