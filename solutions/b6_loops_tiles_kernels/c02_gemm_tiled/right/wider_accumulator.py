"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Adds a block up in float64 and rounds once, on storing.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            block = np.zeros((i1 - i0, j1 - j0))
            for k0 in range(0, K, T):
                for i in range(i0, i1):
                    for k in range(k0, min(k0 + T, K)):
                        block[i - i0] += np.float64(A[i, k]) * B[k, j0:j1]
            C[i0:i1, j0:j1] = block
