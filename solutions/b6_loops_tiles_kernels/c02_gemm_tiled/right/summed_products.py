"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Lets NumPy form all products of a step and add them up.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            C[i0 : i0 + T, j0 : j0 + T] = 0
            for k0 in range(0, K, T):
                rows, columns = A[i0 : i0 + T, k0 : k0 + T], B[k0 : k0 + T, j0 : j0 + T]
                products = rows[:, :, np.newaxis] * columns[np.newaxis, :, :]
                C[i0 : i0 + T, j0 : j0 + T] += products.sum(axis=1)
