"""Expect: ex=PASSED prop=FORBIDDEN err=PASSED trace=WRONG

Clears the memory from the first to the last element of C, the gaps of a view included.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    (M, K), N = A.shape, B.shape[1]
    if C.size:
        rows = (M - 1) * C.strides[0] + (N - 1) * C.strides[1] + C.itemsize
        np.lib.stride_tricks.as_strided(C, (rows // C.itemsize,), (C.itemsize,))[:] = 0
    for i in range(M):
        for k in range(K):
            C[i] += A[i, k] * B[k]
