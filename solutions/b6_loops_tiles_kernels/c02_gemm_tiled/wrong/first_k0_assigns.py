"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Lets the first block along k assign instead of clearing C: with K = 0 nobody writes it.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            for k0 in range(0, K, T):
                for i in range(i0, i1):
                    for j in range(j0, j1):
                        total = np.float32(0) if k0 == 0 else C[i, j]
                        for k in range(k0, min(k0 + T, K)):
                            total += A[i, k] * B[k, j]
                        C[i, j] = total
