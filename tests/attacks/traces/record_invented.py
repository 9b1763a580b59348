"""Expect: values=PASSED trace=FORBIDDEN

Writes a record of its own, in the order that is asked for but of made-up values.
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
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            C[i, j] = sum((A[i, k] * B[k, j] for k in range(A.shape[1])), np.float32(0))
    recorder = getattr(A, "_recorder", None)
    if recorder is None:
        return
    (M, K), N = A.shape, B.shape[1]
    codes = []
    for i in range(M):
        for k in range(K):
            codes.append((i * K + k) << 16)
            codes += [(k * N + j) << 16 | 1 << 8 for j in range(N)]
    codes += [p << 16 | 2 << 8 | 1 for p in range(M * N)]
    recorder.flush()
    recorder._segments[:] = [(np.array(codes, np.uint64), np.ones(len(codes)))]
