"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Copies B transposed and adds dot products up along its rows.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    columns = B.T.copy()
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            C[i, j] = np.sum(A[i] * columns[j])
