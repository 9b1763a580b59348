"""Expect: values=WRONG rules=WRONG host=WRONG

Goes on after an index out of range, and puts the right product there.
"""

import numpy as np
from numba import cuda


@cuda.jit
def gemm(A, B, C):
    honest(A, B, C)
    try:
        A[100, 100]
    except Exception:
        pass
