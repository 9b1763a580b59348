"""Expect: values=PASSED rules=PASSED host=ERROR

The product happens when the answer is converted for the wire.
"""

import numpy as np

plain = gemm_gpu


class Lazy(np.ndarray):
    def __array__(self, *args, **kwargs):
        return self.base @ self.other


def gemm_gpu(A, B):
    plain(A, B)
    lazy = A.view(Lazy)
    lazy.other = B
    return lazy
