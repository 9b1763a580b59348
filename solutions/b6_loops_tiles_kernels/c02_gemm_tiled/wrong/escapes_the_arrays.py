"""Expect: ex=PASSED prop=PASSED err=PASSED trace=WRONG

Multiplies in blocks, on arrays made behind the back of the ones that were given.
"""

import numpy as np

_multiply = gemm_tiled


def gemm_tiled(A, B, C, T):
    _multiply(np.asarray(A), np.asarray(B), np.asarray(C), T)
