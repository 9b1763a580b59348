"""Expect: ex=PASSED prop=PASSED err=PASSED trace=FORBIDDEN

Lets the library multiply the whole matrices.
"""

import numpy as np


def gemm_tiled(A, B, C, T):
    _demand_tiles(A, B, C, T)
    C[:] = np.einsum("ik,kj->ij", A, B)
