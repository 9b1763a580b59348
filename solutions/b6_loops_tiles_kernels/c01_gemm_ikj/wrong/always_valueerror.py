"""Expect: ex=ERROR prop=ERROR err=ERROR trace=ERROR

Refuses every call, valid ones too.
"""


def gemm_ikj(A, B, C):
    raise ValueError
