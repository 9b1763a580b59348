"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Adds a row up in float64 and rounds once, on storing.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        row = np.zeros(N)
        for k in range(K):
            row += np.float64(A[i, k]) * B[k]
        C[i] = row
