"""Expect: ex=PASSED prop=ERROR err=PASSED trace=PASSED

Refuses sizes of 0, which are valid.
"""

import numpy as np
from numba import cuda


def gemm_gpu(A, B):
    _demand_product(A, B)
    M, N = A.shape[0], B.shape[1]
    if 0 in (M, N, A.shape[1]):
        raise ValueError("empty")
    a, b = cuda.to_device(np.ascontiguousarray(A)), cuda.to_device(np.ascontiguousarray(B))
    c = cuda.device_array((M, N), np.float32)
    grid, block = launch_config(M, N, TILE)
    gemm_shared[grid, block](a, b, c)
    return c.copy_to_host()
