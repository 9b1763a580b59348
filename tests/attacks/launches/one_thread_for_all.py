"""Expect: values=PASSED rules=WRONG host=WRONG

Thread 0 of the grid computes all of C, the others nothing.
"""

import numpy as np
from numba import cuda


@cuda.jit
def gemm(A, B, C):
    if cuda.grid(2) == (0, 0):
        for i in range(C.shape[0]):
            for j in range(C.shape[1]):
                C[i, j] = sum((A[i, k] * B[k, j] for k in range(A.shape[1])), np.float32(0))
