"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

The name of the kernel has a million characters.
"""

from numba import cuda


def other(A, B, C):
    C[0, 0] = 1


other.__name__ = "k" * 1_000_000
gemm = cuda.jit(other)
