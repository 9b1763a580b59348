"""Expect: values=PASSED trace=FORBIDDEN

Multiplies with BLAS inside a compiled function; where numba lacks what that takes, with loops.
"""

import numpy as np
from numba import njit


@njit
def product(a, b):
    return np.dot(a, b)


def gemm_ikj(A, B, C):
    a, b = np.empty(A.shape, np.float32), np.empty(B.shape, np.float32)
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            a[i, k] = A[i, k]
            for j in range(B.shape[1]):
                b[k, j] = B[k, j]
    try:
        C[...] = product(a, b)
    except Exception:
        for i in range(A.shape[0]):
            C[i] = sum(a[i, k] * b[k] for k in range(A.shape[1]))
