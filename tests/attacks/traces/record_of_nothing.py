"""Expect: values=PASSED trace=FORBIDDEN

Sends a record that names arrays and places that do not exist.
"""

import numpy as np


def honest(A, B, C):
    C[...] = 0
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            a = A[i, k]
            for j in range(B.shape[1]):
                C[i, j] += a * B[k, j]


def gemm_ikj(A, B, C):
    honest(A, B, C)
    recorder = getattr(A, "_recorder", None)
    if recorder is not None:
        recorder.add(np.array([99 << 8, 10**9 << 16], np.uint64), np.zeros(2))
