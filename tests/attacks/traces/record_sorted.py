"""Expect: values=PASSED trace=FORBIDDEN

Multiplies i-j-k and sorts the record afterwards: the reads of C no longer give what was there.
"""

import numpy as np


def gemm_ikj(A, B, C):
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            C[i, j] = 0
            for k in range(A.shape[1]):
                C[i, j] += A[i, k] * B[k, j]
    recorder = getattr(A, "_recorder", None)
    if recorder is not None:
        codes, values = recorder.log()
        order = np.argsort(codes, kind="stable")
        recorder._segments[:] = [(codes[order], values[order])]
