"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Keeps all rows of a block row of A in a copy: that is T×K numbers, not T×T.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        panel = A[i0 : i0 + T].copy()
        for j0 in range(0, N, T):
            block = np.zeros((len(panel), min(T, N - j0)), np.float32)
            for k in range(K):
                block += panel[:, k : k + 1] * B[k, j0 : j0 + T]
            C[i0 : i0 + T, j0 : j0 + T] = block
