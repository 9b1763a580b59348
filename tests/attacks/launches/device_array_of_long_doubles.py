"""Expect: values=PASSED rules=PASSED host=NOT_JUDGED

The host function gives the kernel long doubles.
"""

import numpy as np

plain = gemm_gpu


def gemm_gpu(A, B):
    return plain(A.astype(np.longdouble), B)
