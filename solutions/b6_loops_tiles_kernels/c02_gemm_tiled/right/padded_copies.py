"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Copies each block into T×T numbers with zeros around, as a GPU's shared memory is filled.
"""

import numpy as np


def _filled(block, T):
    rows, columns = block.shape
    return np.pad(block, ((0, T - rows), (0, T - columns)))


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            block = np.zeros((T, T), np.float32)
            for k0 in range(0, K, T):
                rows = _filled(A[i0 : i0 + T, k0 : k0 + T], T)
                columns = _filled(B[k0 : k0 + T, j0 : j0 + T], T)
                for k in range(min(T, K - k0)):
                    block += rows[:, k : k + 1] * columns[k]
            C[i0 : i0 + T, j0 : j0 + T] = block[: M - i0, : N - j0]
