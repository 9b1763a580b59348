"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call, valid ones too.
"""


def tile_loads(tm, tn, K):
    raise ValueError


def per_output_loads(tm, tn, K):
    raise ValueError


def tile_steps(A, B, i0, j0, tm, tn, tk):
    raise ValueError
