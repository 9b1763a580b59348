"""Expect: values=WRONG rules=WRONG host=WRONG

Renames source lines with short hostile text, and has a race.
"""

from numba import cuda

sites = cuda.shared.array.__globals__["sites"]
sites.text = lambda code, at: ("\x1b[2J<script>\u202e", "{who}%s\0")


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    C[0, 0] = 1
