"""Expect: values=PASSED rules=PASSED host=NOT_JUDGED

The host function gives the kernel records.
"""

import numpy as np

plain = gemm_gpu


def gemm_gpu(A, B):
    pairs = np.zeros(A.shape, [("x", "f4"), ("y", "f4")])
    pairs["x"] = A
    return plain(pairs, B)
