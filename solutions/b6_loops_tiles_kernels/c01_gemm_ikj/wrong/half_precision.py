"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Adds a row up in float16.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        row = np.zeros(N, np.float16)
        for k in range(K):
            row += (A[i, k] * B[k]).astype(np.float16)
        C[i] = row
