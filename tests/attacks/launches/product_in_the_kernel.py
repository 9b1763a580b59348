"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Thread 0 copies A and B and lets NumPy multiply.
"""

import numpy as np
from numba import cuda


def copied(array):
    M, N = array.shape
    return np.array([[array[i, j] for j in range(N)] for i in range(M)], np.float32)


@cuda.jit
def gemm(A, B, C):
    j, i = cuda.grid(2)
    if i or j:
        return
    a, b = copied(A), copied(B)
    c = a @ b
    for i in range(C.shape[0]):
        for j in range(C.shape[1]):
            C[i, j] = c[i, j]
