"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Adds a row up in a buffer and writes it to C once.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        row = np.zeros(N, np.float32)
        for k in range(K):
            a = A[i, k]
            for j in range(N):
                row[j] += a * B[k, j]
        C[i] = row
