"""Expect: values=FORBIDDEN rules=FORBIDDEN host=WRONG

Launches one thread instead of the grid that it was given.
"""

import numpy as np
from numba import cuda


def serial(A, B, C):
    if cuda.grid(1) == 0:
        for i in range(C.shape[0]):
            for j in range(C.shape[1]):
                C[i, j] = sum((A[i, k] * B[k, j] for k in range(A.shape[1])), np.float32(0))


class Own(type(gemm)):
    def __getitem__(self, configuration):
        return super().__getitem__((1, 1))


gemm = Own(serial)
