"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Refuses every call, valid ones too.
"""


def gemm_tiled(A, B, C, T):
    raise ValueError
