"""Expect: values=PASSED trace=WRONG

Reads and writes through the arrays' addresses, where a recorded array has nothing but NaN.
"""

import numpy as np


def window(array):
    about = np.ndarray.__dict__["__array_interface__"].__get__(array)

    class Holder:
        __array_interface__ = about

    return np.asarray(Holder())


def gemm_ikj(A, B, C):
    a, b = window(A), window(B)
    c = np.zeros(C.shape, np.float32)
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i] += a[i, k] * b[k]
    C[...] = c
