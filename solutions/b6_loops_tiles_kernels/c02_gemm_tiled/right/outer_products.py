"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Adds outer products of a piece of a column of A and a piece of a row of B.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    (M, K), N = A.shape, B.shape[1]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            block = C[i0 : i0 + T, j0 : j0 + T]
            block[...] = 0
            for k0 in range(0, K, T):
                for k in range(k0, min(k0 + T, K)):
                    block += np.outer(A[i0 : i0 + T, k], B[k, j0 : j0 + T])
