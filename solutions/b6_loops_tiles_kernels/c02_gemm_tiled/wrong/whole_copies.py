"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Copies A and B whole and walks over the copies in no particular order.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    A, B = A.copy(), B.copy()
    for i in range(M):
        total = np.zeros(N, np.float32)
        for k in range(K):
            total += A[i, k] * B[k]
        C[i] = total
