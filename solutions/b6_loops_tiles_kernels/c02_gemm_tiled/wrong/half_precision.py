"""Expect: ex=PASSED prop=WRONG err=PASSED trace=PASSED

Adds a block up in float16.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            block = np.zeros((i1 - i0, j1 - j0), np.float16)
            for k0 in range(0, K, T):
                for k in range(k0, min(k0 + T, K)):
                    block += (A[i0:i1, k : k + 1] * B[k, j0:j1]).astype(np.float16)
            C[i0:i1, j0:j1] = block
