"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Returns the host array that went to the device, not what came of it.
"""

import numpy as np
from numba import cuda


def gemm_gpu(A, B):
    _demand_product(A, B)
    M, N = A.shape[0], B.shape[1]
    if M * N == 0 or A.shape[1] == 0:
        return np.zeros((M, N), np.float32)
    C = np.zeros((M, N), np.float32)
    a, b = cuda.to_device(np.ascontiguousarray(A)), cuda.to_device(np.ascontiguousarray(B))
    c = cuda.to_device(C)
    grid, block = launch_config(M, N, TILE)
    gemm_shared[grid, block](a, b, c)
    return C
