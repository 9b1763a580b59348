"""Expect: values=PASSED rules=PASSED host=ERROR

The host function gives the kernel an array that lies about its shape.
"""

import numpy as np

plain = gemm_gpu


class Liar(np.ndarray):
    shape = (1 << 40, 1 << 40)
    nbytes = 1
    strides = (0, 0)


def gemm_gpu(A, B):
    gemm[(1, 1), (4, 4)](A.view(Liar), B.view(Liar), np.zeros((4, 4), np.float32))
    return plain(A, B)
