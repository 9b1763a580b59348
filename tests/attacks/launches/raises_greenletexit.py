"""Expect: values=WRONG rules=WRONG host=WRONG

Each thread computes honestly and then raises GreenletExit.
"""

import greenlet
from numba import cuda


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    raise greenlet.GreenletExit
