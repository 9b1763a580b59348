"""Expect: values=PASSED trace=FORBIDDEN

Finds the recorder and cuts the second half of the record off.
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
        recorder.flush()
        codes, values = recorder.log()
        half = len(codes) // 2
        recorder._segments[:] = [(codes[:half], values[:half])]
