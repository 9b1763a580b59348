"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Keeps the block of C in an array of its own and writes it once.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            block = np.zeros((i1 - i0, j1 - j0), np.float32)
            for k0 in range(0, K, T):
                for k in range(k0, min(k0 + T, K)):
                    block += A[i0:i1, k : k + 1] * B[k, j0:j1]
            C[i0:i1, j0:j1] = block
