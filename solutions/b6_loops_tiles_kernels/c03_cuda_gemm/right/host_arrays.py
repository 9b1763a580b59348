"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

Hands host arrays to the kernel, which copies them there and back.
"""

import numpy as np
from numba import cuda


def gemm_gpu(A, B):
    _demand_product(A, B)
    M, N = A.shape[0], B.shape[1]
    if M * N == 0 or A.shape[1] == 0:
        return np.zeros((M, N), np.float32)
    C = np.empty((M, N), np.float32)
    gemm_shared[launch_config(M, N, TILE)](A.copy(), B.copy(), C)
    cuda.synchronize()
    return C
