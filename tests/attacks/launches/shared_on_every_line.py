"""Expect: values=WRONG rules=WRONG host=WRONG

Declares three hundred shared arrays.
"""

from numba import cuda, float32


@cuda.jit
def gemm(A, B, C):
    for n in range(1, 300):
        cuda.shared.array((n, 1), float32)
    honest(A, B, C)
