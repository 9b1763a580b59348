"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Steps through memory as if A had no gaps.
"""

import numpy as np


def gemm_ikj(A, B, C):
    _demand_shapes(A, B, C)
    M, K = A.shape
    packed = np.lib.stride_tricks.as_strided(A, (M, K), (4 * K, 4))
    C[:] = 0
    for i in range(M):
        for k in range(K):
            C[i] += packed[i, k] * B[k]
