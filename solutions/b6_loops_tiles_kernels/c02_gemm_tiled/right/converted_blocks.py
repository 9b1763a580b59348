"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Converts each block on reading it; skips zeros; and turns around along k from one
block of C to the next, so that the last blocks of A or B are still there.
"""

import numpy as np


def _cuts(size, T):
    return [slice(start, min(start + T, size)) for start in range(0, size, T)]


def _product(a, b):
    total = np.zeros((a.shape[0], b.shape[1]), np.float32)
    for i, k in np.argwhere(a != 0):
        total[i] += a[i, k] * b[k]
    return total


def gemm_tiled(A, B, C, T):
    if T < 1:
        raise ValueError(f"T must be at least 1, not {T}")
    (M, K), N = A.shape, B.shape[1]
    if B.shape[0] != K or C.shape != (M, N):
        raise ValueError(f"shapes do not fit: {A.shape} x {B.shape} -> {C.shape}")
    depths = _cuts(K, T)
    for columns in _cuts(N, T):
        for rows in _cuts(M, T):
            block = np.zeros(C[rows, columns].shape, np.float32)
            for depth in depths:
                a, b = np.asarray(A[rows, depth]), B[depth, columns].astype(np.float32)
                block += _product(np.array(a), b)
            C[rows, columns] = block
            depths.reverse()
