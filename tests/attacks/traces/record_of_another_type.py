"""Expect: values=PASSED trace=FORBIDDEN

Answers with a record that is no two columns of numbers.
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
        type(recorder).log = lambda _: (np.zeros(3, np.float16), "a record")
