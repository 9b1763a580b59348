"""Expect: values=PASSED rules=WRONG host=PASSED

Fills C with NaNs of many payloads first.
"""

import numpy as np
from numba import cuda

STRANGE = np.array([0x7FC0BEEF], np.uint32).view(np.float32)[0]


@cuda.jit
def gemm(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        C[i, j] = STRANGE
    honest(A, B, C)
