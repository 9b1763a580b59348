"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers the same to every call.
"""


def tile_loads(tm, tn, K):
    return 0


def per_output_loads(tm, tn, K):
    return 0


def tile_steps(A, B, i0, j0, tm, tn, tk):
    return []
