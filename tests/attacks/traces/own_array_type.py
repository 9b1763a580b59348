"""Expect: values=PASSED trace=WRONG

Answers `__array__` itself, to have NumPy copy the hidden memory for it.
"""

import numpy as np


class Window:
    def __init__(self, array):
        self.array = array

    def __array__(self, *_, **__):
        return np.ndarray.view(self.array, np.ndarray)


def gemm_ikj(A, B, C):
    a, b = np.array(Window(A)), np.array(Window(B))
    c = np.zeros(C.shape, np.float32)
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i] += a[i, k] * b[k]
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            C[i, j] = c[i, j]
