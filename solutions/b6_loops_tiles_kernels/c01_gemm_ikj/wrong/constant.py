"""Expect: ex=WRONG prop=WRONG err=WRONG trace=WRONG

Fills C with one number, whatever the inputs are.
"""


def gemm_ikj(A, B, C):
    C[:] = 1
