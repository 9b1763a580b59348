"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Converts other number formats to float32 without a word.
"""

import numpy as np
from numba import cuda


def gemm_gpu(A, B):
    if A.ndim != 2 or B.ndim != 2 or A.shape[1] != B.shape[0]:
        raise ValueError("A[M, K] and B[K, N] have to fit")
    A, B = A.astype(np.float32), B.astype(np.float32)
    M, N = A.shape[0], B.shape[1]
    if M * N == 0 or A.shape[1] == 0:
        return np.zeros((M, N), np.float32)
    a, b = cuda.to_device(np.ascontiguousarray(A)), cuda.to_device(np.ascontiguousarray(B))
    c = cuda.device_array((M, N), np.float32)
    grid, block = launch_config(M, N, TILE)
    gemm_shared[grid, block](a, b, c)
    return c.copy_to_host()
