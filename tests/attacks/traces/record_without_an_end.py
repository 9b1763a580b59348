"""Expect: values=PASSED trace=OUTPUT_LIMIT

Answers with a record that takes no memory here but 16 GB there: one event, a billion times.
"""

import numpy as np
from numpy.lib.stride_tricks import as_strided


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
        codes, values = (as_strided(np.zeros(1, kind), (10**9,), (0,)) for kind in ("u8", "f8"))
        type(recorder).log = lambda _: (codes, values)
