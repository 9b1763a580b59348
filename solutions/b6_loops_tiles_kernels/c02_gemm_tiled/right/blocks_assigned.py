"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Fills local blocks by assignment, as a kernel fills shared memory.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    a, b = np.zeros((T, T), np.float32), np.zeros((T, T), np.float32)
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            i1, j1 = min(i0 + T, M), min(j0 + T, N)
            block = np.zeros((i1 - i0, j1 - j0), np.float32)
            for k0 in range(0, K, T):
                k1 = min(k0 + T, K)
                a[: i1 - i0, : k1 - k0] = A[i0:i1, k0:k1]
                for k in range(k1 - k0):
                    b[k, : j1 - j0] = B[k0 + k, j0:j1]
                for k in range(k1 - k0):
                    block += a[: i1 - i0, k : k + 1] * b[k, : j1 - j0]
            C[i0:i1, j0:j1] = block
