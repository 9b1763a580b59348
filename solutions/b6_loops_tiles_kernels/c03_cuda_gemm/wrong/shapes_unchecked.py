"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Looks at the number format only.
"""

import numpy as np
from numba import cuda


def gemm_gpu(A, B):
    if A.dtype != np.float32 or B.dtype != np.float32:
        raise ValueError("A and B must be float32")
    M, N = A.shape[0], B.shape[1]
    if M * N == 0 or A.shape[1] == 0:
        return np.zeros((M, N), np.float32)
    a, b = cuda.to_device(np.ascontiguousarray(A)), cuda.to_device(np.ascontiguousarray(B))
    c = cuda.device_array((M, N), np.float32)
    grid, block = launch_config(M, N, TILE)
    gemm_shared[grid, block](a, b, c)
    return c.copy_to_host()
