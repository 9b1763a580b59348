"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Skips an A[i, k] that is 0, and reads each row of B by copying it.
"""

import numpy as np


def _row_times_matrix(row, B):
    total = np.zeros(B.shape[1], np.float32)
    for k, a in enumerate(row):
        if a != 0:
            total += a * np.asarray(B[k]).astype(np.float32)
    return total


def gemm_ikj(A, B, C):
    (M, K), N = A.shape, B.shape[1]
    if len(B) != K or C.shape != (M, N):
        raise ValueError(f"shapes do not fit: {A.shape} x {B.shape} -> {C.shape}")
    for c, a in zip(C, A, strict=True):
        c[:] = _row_times_matrix(a, B)
