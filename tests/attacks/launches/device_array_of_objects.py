"""Expect: values=PASSED rules=PASSED host=NOT_JUDGED

The host function gives the kernel arrays of other types.
"""

import numpy as np

plain = gemm_gpu


def gemm_gpu(A, B):
    return plain(A.astype(object), B.astype(object))
