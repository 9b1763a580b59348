"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Loops over what np.asarray made of the arrays, not over the arrays.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    a, b, c = np.asarray(A), np.asarray(B), np.asarray(C)
    c[:] = 0
    for i in range(a.shape[0]):
        for k in range(a.shape[1]):
            c[i] += a[i, k] * b[k]
