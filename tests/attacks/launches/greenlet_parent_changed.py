"""Expect: values=PASSED rules=PASSED host=PASSED

Makes the scheduler come back twice.
"""

from greenlet import getcurrent, greenlet
from numba import cuda


@cuda.jit
def gemm(A, B, C):
    me = getcurrent()
    me.parent = greenlet(lambda *_: None, me.parent)
    honest(A, B, C)
