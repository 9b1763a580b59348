"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Binds the name C to a new array, so that the caller's C stays as it was.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    C = np.zeros((M, N), np.float32)
    for i in range(M):
        for k in range(K):
            C[i] += A[i, k] * B[k]
