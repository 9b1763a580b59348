"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Makes C on the device like a host array, and fills an array of its own on the way back.
"""

import numpy as np
from numba import cuda


def gemm_gpu(A, B):
    _demand_product(A, B)
    M, N = A.shape[0], B.shape[1]
    if M * N == 0 or A.shape[1] == 0:
        return np.zeros((M, N), np.float32)
    C = np.empty((M, N), np.float32)
    a = cuda.to_device(np.array(A, order="C"))
    b = cuda.to_device(np.array(B, order="C"))
    c = cuda.device_array_like(C)
    grid, block = launch_config(M, N, TILE)
    gemm_shared[grid, block](a, b, c)
    c.copy_to_host(C)
    return C
