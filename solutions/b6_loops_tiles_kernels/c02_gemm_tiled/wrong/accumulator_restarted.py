"""Expect: ex=WRONG prop=WRONG err=PASSED trace=WRONG

Starts a new sum for each k0 and overwrites C with it: the last block along k is left.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    C[:] = 0
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            for k0 in range(0, K, T):
                for i in range(i0, min(i0 + T, M)):
                    for j in range(j0, min(j0 + T, N)):
                        total = np.float32(0)
                        for k in range(k0, min(k0 + T, K)):
                            total += A[i, k] * B[k, j]
                        C[i, j] = total
