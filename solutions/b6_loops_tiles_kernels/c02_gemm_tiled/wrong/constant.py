"""Expect: ex=WRONG prop=WRONG err=WRONG trace=WRONG

Fills C with one number, whatever the inputs are.
"""


def gemm_tiled(A, B, C, T):
    C[:] = 1
