"""Expect: ex=WRONG prop=WRONG err=WRONG trace=PASSED

Launches blocks of 16×16 threads, whatever TILE is.
"""

import numpy as np
from numba import cuda


def gemm_gpu(A, B):
    _demand_product(A, B)
    M, N = A.shape[0], B.shape[1]
    if M * N == 0 or A.shape[1] == 0:
        return np.zeros((M, N), np.float32)
    a, b = cuda.to_device(np.ascontiguousarray(A)), cuda.to_device(np.ascontiguousarray(B))
    c = cuda.device_array((M, N), np.float32)
    grid, block = launch_config(M, N, 16)
    gemm_shared[grid, block](a, b, c)
    return c.copy_to_host()
