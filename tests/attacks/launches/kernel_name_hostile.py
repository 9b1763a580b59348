"""Expect: values=WRONG rules=WRONG host=WRONG

The name of the kernel has terminal escapes and no shared memory.
"""

from numba import cuda


def other(A, B, C):
    C[0, 0] = 1


other.__name__ = "\x1b[2J<script>\u202e{who}"
gemm = cuda.jit(other)
