"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Ignores T: one dot product after the other.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += A[i, k] * B[k, j]
            C[i, j] = total
