"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Returns the product in an array of its own and leaves C alone.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    result = np.zeros((M, N), np.float32)
    for i in range(M):
        for k in range(K):
            result[i] += A[i, k] * B[k]
    return result
