"""Expect: values=PASSED rules=PASSED host=WRONG

The host function gives a kernel an array with negative strides.
"""

import numpy as np
from numba import cuda

plain = gemm_gpu


@cuda.jit
def other(x, y):
    x[0] = y[0]


def gemm_gpu(A, B):
    other[1, 1](np.zeros(1, np.float32), A[0, ::-1])
    return plain(A, B)
