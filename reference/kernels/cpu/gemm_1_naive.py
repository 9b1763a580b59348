"""Rung 1, i-j-k: one dot product for each element of C, as the definition is written.

Predicts: 2 loads a multiply-add. A is read along a row, 1/16 of a 64-byte line each; B is read down
a column, so that each load is in another line. A column of B touches K lines: from K = 1024 on that
is more than a first cache of 48 KiB holds, and each multiply-add waits for a further cache. The sum
is one chain of dependent additions, which float32 forbids to reorder: no vectors, and at best one
multiply-add each 4 cycles (the latency of an addition) even when everything is cached.

Measured: 0.003 of OpenBLAS at 1024, 0.4 GFLOP/s. Where B fits the second cache, at 512, it is 1.6
GFLOP/s: the chain and no longer the misses.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from reference.kernels.cpu import Float32s, demand_product


def gemm(A: Float32s, B: Float32s, C: Float32s) -> None:
    """Overwrite C with AB; shapes and errors as `demand_product` says."""
    demand_product(A, B, C)
    _ijk(A, B, C)


@njit()
def _ijk(A: Float32s, B: Float32s, C: Float32s) -> None:
    (M, K), N = A.shape, B.shape[1]
    for i in range(M):
        for j in range(N):
            total = np.float32(0)
            for k in range(K):
                total += A[i, k] * B[k, j]
            C[i, j] = total
