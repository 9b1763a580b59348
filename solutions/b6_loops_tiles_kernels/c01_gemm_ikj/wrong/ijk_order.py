"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Right numbers by the loops of before: i-j-k, B column by column.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += A[i, k] * B[k, j]
            C[i, j] = total
